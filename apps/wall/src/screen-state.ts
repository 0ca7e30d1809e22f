import type { Display } from "@vedette/window";
import type { Page } from "./devtools/page.ts";
import { line, type PageReport, pageCommand, pageDisplay, type ScreenReport } from "./screen-report.ts";

/** What is known of one screen, and the way to its page. */
export class ScreenState {
  readonly display: Display;
  /** While a browser stands. */
  page: Page | undefined;
  /** JPEG, taken and not sent yet. */
  picture: Buffer | undefined;
  #report: Omit<ScreenReport, "name" | "width" | "height"> = STARTING;

  constructor(display: Display) {
    this.display = display;
  }

  get report(): ScreenReport {
    const { width, height } = this.display.bounds;
    return { name: line(this.display.name).slice(0, 100), width, height, ...this.#report };
  }

  saw({ isPaused, ...shown }: PageReport): void {
    this.#report = { state: isPaused ? "paused" : "playing", ...shown };
  }

  starting(): void {
    this.#report = STARTING;
  }

  failed(reason: string): void {
    this.#report = { ...STARTING, state: "failed", problem: line(reason) };
  }

  /** @param label - how people call the wall and this screen of it */
  async obey(command: string, label: string): Promise<void> {
    if (command === "reload") await this.page?.reload();
    else await this.page?.evaluate(pageCommand(command, label), 5000);
  }

  /** Says what stands beside the playlist; a page that was just loaded knows nothing of it. */
  async show(display: unknown): Promise<void> {
    await this.page?.evaluate(pageDisplay(display, this.report.name), 5000);
  }
}

const STARTING = { state: "starting", dashboard: "", uid: "", index: 0, length: 0, problem: "" } as const;
