/* Questions: an option becomes a button that tells at once what is right and why.  All words are
   in the page; without this script the answers wait in their folds. */
(() => {
  "use strict";
  const { button, enliven, openOnPaper } = window.rulebookPage;

  class Question {
    constructor(root, answered) {
      this.feedback = root.querySelector(".rb-quiz-feedback");
      this.wording = root.querySelector(".rb-quiz-wording");
      this.fold = root.querySelector(".rb-quiz-answer");
      this.options = [...root.querySelectorAll(".rb-quiz-options > li")];
      this.buttons = this.options.map((option) => {
        const { textContent } = option.firstElementChild;
        const made = button(textContent, () => {
          if (this.good !== undefined) return;
          this.answer(option, made);
          answered();
        });
        option.replaceChildren(made);
        return made;
      });
      this.reset();
    }

    answer(chosen, pressed) {
      this.good = "right" in chosen.dataset;
      this.feedback.textContent = chosen.dataset.feedback;
      this.feedback.dataset.mark = this.good ? "best" : "worse";
      this.fold.hidden = this.wording.hidden = false;
      this.options.forEach((option, i) => {
        option.dataset.mark = "right" in option.dataset ? "best" : option === chosen ? "worse" : "";
        // Not `disabled`, which would throw the focus of the keyboard away.
        Object.assign(this.buttons[i], { ariaDisabled: true, ariaPressed: this.buttons[i] === pressed });
      });
    }

    reset() {
      this.good = undefined;
      this.feedback.textContent = "";
      this.fold.hidden = this.wording.hidden = true;
      this.fold.open = false;
      this.options.forEach((option, i) => {
        option.dataset.mark = "";
        Object.assign(this.buttons[i], { ariaDisabled: null, ariaPressed: null });
      });
    }
  }

  function begin(root) {
    const end = root.querySelector(".rb-quiz-end");
    const score = root.querySelector(".rb-quiz-score");
    const verdicts = [...end.querySelectorAll("li")].map((each) => each.textContent);
    const questions = [...root.querySelectorAll(".rb-quiz-question")]
      .map((each) => new Question(each, tell));

    function tell() {
      const done = questions.filter((each) => each.good !== undefined).length;
      const good = questions.filter((each) => each.good).length;
      end.hidden = done === 0;
      score.textContent = done === questions.length ? verdicts[good]
        : score.dataset.soFar.replace("{done}", done).replace("{good}", good);
    }

    end.querySelector("button").addEventListener("click", () => {
      for (const each of questions) each.reset();
      tell();
      questions[0].buttons[0].focus();
    });
  }

  enliven("section.rb-quiz", begin);
  openOnPaper(".rb-quiz-answer");
})();
