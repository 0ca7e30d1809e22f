import type { ECharts, EChartsCoreOption, SetOptionOpts } from "echarts/core";

/** Whether a chart is seen: while it is not, nothing is drawn and no timer runs. */
export class Presence {
  readonly #raw: ECharts;
  #isVisible = true;
  #isFinished = false;
  #hasDrawn = false;
  /** Something was given while the chart was not seen. */
  #isBehind = false;

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

  /**
   * Draws now, or when it is seen again. What comes meanwhile is merged as it comes, so that it waits as one however
   * often it is given anew.
   */
  draw(option: EChartsCoreOption, how: SetOptionOpts): void {
    this.begin();
    this.#isBehind = !this.#isVisible;
    this.#hasDrawn ||= this.#isVisible;
    this.#raw.setOption(option, this.#isVisible ? how : { ...how, lazyUpdate: true });
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
    // An option that says nothing draws what was merged.
    if (this.#isBehind) this.draw({}, {});
  }
}
