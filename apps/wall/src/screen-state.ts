import type { Display } from "@vedette/window";
import type { Page } from "./devtools/page.ts";
import { Rest } from "./rest.ts";
import { line, type PageReport, pageCommand, pageDisplay, type ScreenReport } from "./screen-report.ts";

/** What is known of one screen, and the way to its page. */
export class ScreenState {
  #display: Display;
  /** While a browser stands. */
  page: Page | undefined;
  /** JPEG, taken and not sent yet. */
  picture: Buffer | undefined;
  /** Between two looks at the page; over when it was told to do something. */
  readonly rest = new Rest();
  readonly #onNews: () => void;
  /** What stands beside the playlist, as the page was told last. */
  #told = "";
  #report: Omit<ScreenReport, "name" | "width" | "height"> = STARTING;
  /** What is wrong with the place of the browser's window. */
  #placeProblem = "";

  /** @param onNews - the server should hear of it soon */
  constructor(display: Display, onNews: () => void) {
    this.#display = display;
    this.#onNews = onNews;
  }

  get display(): Display {
    return this.#display;
  }

  /** The same screen with another size, or elsewhere. */
  moved(display: Display): void {
    this.#display = display;
    this.#onNews();
  }

  get report(): ScreenReport {
    const { width, height } = this.#display.bounds;
    const name = line(this.#display.name).slice(0, 100);
    // What the page says nobody sees as it is meant while its window is elsewhere.
    return { name, width, height, ...this.#report, problem: this.#placeProblem || this.#report.problem };
  }

  saw({ isPaused, dashboard, uid, index, length, problem }: PageReport): void {
    this.#change({ state: isPaused ? "paused" : "playing", dashboard, uid, index, length, problem });
  }

  /** A browser has ended; the next one may be there already. */
  left(page: Page): void {
    if (this.page !== page) return;
    this.placed(page, "");
    this.page = undefined;
  }

  /** @param problem - empty when the page's window is where it belongs */
  placed(page: Page, problem: string): void {
    if (this.page !== page || problem === this.#placeProblem) return;
    this.#placeProblem = problem;
    this.#onNews();
  }

  /** @param jpeg - of what is shown now */
  pictured(jpeg: Buffer | undefined): void {
    this.picture = jpeg;
    this.#onNews();
  }

  /** @param problem - why it has not started yet */
  starting(problem = ""): void {
    this.#change({ ...STARTING, problem });
  }

  failed(reason: string): void {
    this.#report = { ...STARTING, state: "failed", problem: line(reason) };
    this.#onNews();
  }

  /** @param label - how people call the wall and this screen of it */
  async obey(command: string, label: string): Promise<void> {
    if (command === "reload") await this.page?.reload();
    else await this.page?.evaluate(pageCommand(command, label), 5000);
    this.rest.end();
  }

  /** Says what stands beside the playlist; a page that was just loaded knows nothing of it. */
  async show(display: unknown): Promise<void> {
    const told = pageDisplay(display, this.report.name);
    await this.page?.evaluate(told, 5000);
    if (told !== this.#told) this.rest.end();
    this.#told = told;
  }

  #change(report: Omit<ScreenReport, "name" | "width" | "height">): void {
    const before = JSON.stringify(this.#report);
    this.#report = report;
    if (JSON.stringify(report) !== before) this.#onNews();
  }
}

const STARTING = { state: "starting", dashboard: "", uid: "", index: 0, length: 0, problem: "" } as const;
