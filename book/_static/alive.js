/* The front page: fights that the engine has rolled, one after the other, until how often each unit
   was left lies beside the exact odds.  Layout and data: rules_lib/front_page.py */
(() => {
  "use strict";
  const { drawBar, enliven, still } = window.rulebookPage;
  const MS = 1100;

  class Alive {
    constructor(root) {
      this.root = root;
      const data = JSON.parse(root.querySelector("script.rb-data").textContent);
      this.left = data.left;
      this.fights = data.fights;
      this.faces = [...root.querySelector("template").content.children];
      this.sides = [...root.querySelectorAll("[data-role]")];
      this.said = root.querySelector(".rb-alive-table > p");
      this.count = root.querySelector(".rb-alive-small > span");
      this.rolled = root.querySelector(".rb-bar-again");
      this.button = root.querySelector("button");
      this.button.hidden = false;
      this.button.addEventListener("click", () => (this.timer ? this.pause() : this.go()));
      document.addEventListener("visibilitychange", () => {
        if (document.hidden && this.timer) this.pause();
      });
      this.begin();
      // Who wants no motion sees all fights as they were rolled, until a tap.
      if (still.matches || document.hidden) this.pause();
      else this.go();
    }

    begin() {
      [this.fight, this.exchange] = [0, 0];
      this.ended = this.left.map(() => 0);
    }

    go() {
      if (this.fight === this.fights.length) this.begin();
      this.button.textContent = "Pause";
      this.timer = setInterval(() => this.step(), MS);
      this.step();
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.button.textContent = this.fight === this.fights.length ? "Again" : "Play";
    }

    step() {
      const [exchanges, left] = this.fights[this.fight];
      this.sides.forEach((side, i) => this.lay(side, i, exchanges[this.exchange][i]));
      this.exchange += 1;
      const over = this.exchange === exchanges.length;
      this.said.textContent = over ? this.left[left] : "both fight on";
      if (!over) return;
      [this.fight, this.exchange] = [this.fight + 1, 0];
      this.ended[left] += 1;
      this.count.textContent = this.fight;
      drawBar(this.rolled, this.ended,
        this.ended.map((each) => `${((100 * each) / this.fight).toFixed(1)}\u00a0%`));
      if (this.fight === this.fights.length) this.pause();
    }

    lay(side, place, [faces, counts, hits]) {
      side.querySelector(".rb-alive-dice").replaceChildren(
        ...faces.map((face) => this.faces[6 * place + face - 1].cloneNode(true)));
      side.querySelector(".rb-alive-counts").textContent = counts;
      side.querySelector(".rb-alive-hits").textContent = hits;
    }
  }

  enliven(".rb-alive", (root) => new Alive(root));
})();
