import type { ScreenState } from "./screen-state.ts";

/** Says at the terminal what is wrong on screens, once each. */
export class ToldProblems {
  readonly #tell: (line: string) => void;
  readonly #toldByScreen = new Map<string, string>();

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  tell(screens: readonly Pick<ScreenState, "report">[]): void {
    for (const { report } of screens) {
      const { name, problem, state } = report;
      // Of a browser that ended it was said when it did.
      if (state !== "failed" && problem !== "" && this.#toldByScreen.get(name) !== problem) {
        this.#tell(`${name}: ${problem}`);
      }
      this.#toldByScreen.set(name, problem);
    }
  }
}
