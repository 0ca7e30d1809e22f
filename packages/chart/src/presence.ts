import type { ECharts } from "echarts/core";

/** Whether a chart is seen: while it is not, nothing is drawn and no timer runs. */
export class Presence {
  readonly #raw: ECharts;
  #isVisible = true;
  #isFinished = false;
  #waiting: (() => void)[] = [];

  constructor(raw: ECharts) {
    this.#raw = raw;
    raw.on("finished", () => {
      this.#isFinished = true;
    });
  }

  /** Something was drawn, and nothing is under way since. */
  isFinished(): boolean {
    return this.#isFinished;
  }

  /** Draws now, or when it is seen again; `replacesAll` makes what waits superfluous. */
  draw(draw: () => void, replacesAll: boolean): void {
    this.#isFinished = false;
    if (this.#isVisible) {
      draw();
      return;
    }
    if (replacesAll) this.#waiting = [];
    this.#waiting.push(draw);
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    const { animation } = this.#raw.getZr();
    if (!isVisible) {
      animation.stop();
      return;
    }
    animation.start();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const draw of waiting) draw();
  }
}
