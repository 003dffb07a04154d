/* "Roll it" below the bar of an explorer: what falls creeps to the chances.  It is drawn in the page from
   the distribution of the outcomes that the bar shows, so it works offline and from a folder. */
(() => {
  "use strict";
  const { button, drawBar, element, enliven, sizesOf, still } = window.rulebookPage;
  const TIMES = [1, 100, 10_000];
  const STEPS = 40;  // pictures from the first roll to the last
  const DICE = "Show its dice";
  const RARE = "It ends so too rarely for its dice to be found at once.";
  const LOST = "Python could not roll it in this page.";
  const SURE = 1.96;  // 19 series of 20 lie within so many standard deviations

  class Rolling {
    constructor(root) {
      this.root = root;
      this.exact = root.querySelector(".rb-bar");
      this.bar = this.exact.cloneNode(true);
      this.bar.setAttribute("class", "rb-bar-again rb-rolled");
      this.said = element("p", { className: "rb-note", role: "status" });
      const buttons = TIMES.map((times) => {
        const many = times.toLocaleString("en-US");
        return button(many, () => this.roll(times), { ariaLabel: `Roll it ${many} ${times === 1 ? "time" : "times"}` });
      });
      this.row = element("div", { className: "rb-roll" }, element("span", {}, "Roll it"), ...buttons);
      this.dice = button(DICE, () => this.show());
      this.told = element("div", { className: "rb-rolled-dice" });
      this.exact.after(this.bar, this.row, this.said, this.told);
      root.addEventListener("rulebook:answered", ({ detail }) => {
        // An answer may come late, to what is not asked any more: what was rolled stays then.
        const answer = JSON.stringify([detail, root.querySelector('[data-rb="setting"]')?.textContent]);
        if (answer !== this.answer) this.begin(detail);
        this.answer = answer;
      });
      this.begin([...root.querySelectorAll('[data-rb="percent"]')].map((each) => 10 * parseFloat(each.textContent) || 0));
    }

    /* Another setting: nothing has been rolled yet. */
    begin(codes) {
      cancelAnimationFrame(this.frame);
      const sizes = sizesOf(codes);
      const whole = sizes.reduce((sum, each) => sum + each, 0);
      this.chances = sizes.map((each) => each / whole);
      this.row.hidden = !(whole > 0);
      this.counts = this.chances.map(() => 0);
      this.bar.style.display = "none";
      this.said.textContent = "";
      this.end = null;
      this.told.replaceChildren();
    }

    roll(times) {
      this.begin(this.chances.map((each) => 1000 * each));
      this.bar.style.display = "";
      const atOnce = times === 1 || still.matches;
      const step = () => {
        const rolled = this.counts.reduce((sum, each) => sum + each, 0);
        const more = atOnce ? times : Math.max(1, Math.min(times - rolled, Math.ceil(times / STEPS)));
        for (let i = 0; i < more; i += 1) this.counts[drawn(this.chances)] += 1;
        drawBar(this.bar, this.counts, this.counts.map((each) => percent(each / (rolled + more))));
        if (rolled + more < times) this.frame = requestAnimationFrame(step);
        else this.tell(times);
      };
      step();
    }

    /* Python plays it until it ends as it did here: so the dice are as likely as they are then. */
    async show() {
      const { end } = this;
      const say = (text) => { if (this.end === end) this.told.textContent = text; };
      say("Python rolls it…");
      try {
        const told = await this.root.rolled(end, say);
        if (this.end !== end) return;
        if (told) this.told.innerHTML = told;
        else say(RARE);
      } catch (error) {
        console.error(error);
        say(LOST);
      }
    }

    tell(times) {
      const labels = [...this.root.querySelectorAll(".rb-parts tbody th")].map((each) => each.textContent.trim());
      if (times === 1) {
        this.end = labels[this.counts.indexOf(1)];
        this.said.textContent = `This time: ${this.end}.`;
        if (this.root.rolled && window.rulebookPython?.possible()) this.told.replaceChildren(this.dice);
        return;
      }
      const at = this.chances.indexOf(Math.max(...this.chances));
      const [found, exact] = [this.counts[at] / times, this.chances[at]];
      const usual = SURE * Math.sqrt((exact * (1 - exact)) / times);
      this.said.textContent = `Rolled: ${labels[at]} ${percent(found)}, which is ${points(Math.abs(found - exact))} off.`
        + ` In 19 of 20 such series it is at most ${points(usual)}.`;
    }
  }

  const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;
  const points = (share) => `${(100 * share).toFixed(1)}\u00a0points`;

  function drawn(chances) {
    let left = Math.random();
    const at = chances.findIndex((each) => (left -= each) < 0);
    return at < 0 ? chances.findLastIndex((each) => each > 0) : at;
  }

  enliven("section.rb-explorer:has(.rb-bar), .rb-chosen .rb-result", (root) => new Rolling(root));
})();
