import type { ECharts } from "echarts/core";

/** Whether a chart is seen: while it is not, nothing is drawn and no timer runs. */
export class Presence {
  readonly #raw: ECharts;
  #isVisible = true;
  #isFinished = false;
  #hasDrawn = false;
  #waiting: (() => void)[] = [];

  constructor(raw: ECharts) {
    this.#raw = raw;
    // Of the two, which come together, only the second says that nothing moves any more.
    raw.on("rendered", () => {
      this.#isFinished = false;
    });
    raw.on("finished", () => {
      this.#isFinished = true;
    });
  }

  /** Something was drawn, and nothing is under way since. */
  isFinished(): boolean {
    return this.#isFinished && this.#hasDrawn;
  }

  /** Something else will be drawn. */
  begin(): void {
    this.#isFinished = false;
  }

  /** Draws now, or when it is seen again; `replacesAll` makes what waits superfluous. */
  draw(draw: () => void, replacesAll: boolean): void {
    this.begin();
    if (this.#isVisible) {
      this.#hasDrawn = true;
      draw();
      return;
    }
    if (replacesAll) this.#waiting = [];
    this.#waiting.push(draw);
  }

  /** Whether something changed or not, a frame will tell that it is finished. */
  askForFrame(): void {
    if (!this.#isVisible || !this.#hasDrawn) return;
    const surface = this.#raw.getZr();
    surface.refresh();
    // Without a browser there are no frames.
    if (this.#raw.isSSR()) surface.flush();
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    const { animation } = this.#raw.getZr();
    if (!isVisible) {
      animation.stop();
      // The surface starts its clock with each change.
      Object.assign(animation, { start: () => undefined });
      return;
    }
    Reflect.deleteProperty(animation, "start");
    animation.start();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const draw of waiting) this.draw(draw, false);
  }
}
