import { CLOCK_PATIENCE_SECONDS } from "@vedette/client/clock-difference";
import { BackOff } from "./back-off.ts";
import { Rest } from "./rest.ts";
import type { ScreenState } from "./screen-state.ts";
import { type ReportAnswer, ServerAway, type ServerCalls } from "./server-calls.ts";
import type { ToldProblems } from "./told-problems.ts";

const REPORT_MS = 3000;
/** While the server is away. */
const FIRST_AWAY_MS = 1000;
const LONGEST_AWAY_MS = 60_000;

export interface ReportOptions {
  readonly server: string;
  readonly key: string;
  readonly calls: ServerCalls;
  readonly screens: () => readonly ScreenState[];
  readonly problems: ToldProblems;
  /** Between two reports; over when a screen has news. */
  readonly rest: Rest;
  /** The wall's name and playlist as the server has them, with every answer. */
  readonly onAnswer: (now: { readonly name: string; readonly playlist: string }) => void;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Tells the server what the screens show, and does what it says, until the wall is removed there or the signal comes. */
export async function reportUntilRemoved(options: ReportOptions): Promise<void> {
  const reporter = new Reporter(options);
  while (!options.signal.aborted) {
    if (!(await reporter.report())) return;
    options.problems.tell(options.screens());
    await reporter.rest();
  }
}

class Reporter {
  readonly #options: ReportOptions;
  #lastCommand = "0";
  #isAway = false;
  #clockProblem = "";
  readonly #backOff = new BackOff(FIRST_AWAY_MS, LONGEST_AWAY_MS);
  /** News of the screens does not end it. */
  readonly #away = new Rest();

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** @returns false when the server does not know the wall any more */
  async report(): Promise<boolean> {
    const { key, calls, screens } = this.#options;
    try {
      const reports = screens().map(({ report }) => ({ ...report, problem: report.problem || this.#clockProblem }));
      const answer = await calls.report(key, reports, this.#lastCommand);
      if (answer === undefined) return false;
      this.#answered(answer);
      await obey(answer, screens());
      await sendPictures(key, calls, screens());
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      this.#wentAway(error.message);
    }
    return true;
  }

  /** Until the next report. A server that is away is not asked because of every change on a screen. */
  async rest(): Promise<void> {
    const { rest, signal } = this.#options;
    if (this.#isAway) await this.#away.take(this.#backOff.next(), signal);
    else await rest.take(REPORT_MS, signal);
  }

  #answered(answer: ReportAnswer): void {
    const { server, tell, onAnswer } = this.#options;
    if (this.#isAway) tell(`${server} answers again`);
    this.#isAway = false;
    this.#backOff.reset();
    const problem = clockProblem(answer.clockAheadSeconds);
    if (this.#clockProblem === "" && problem !== "") tell(problem);
    this.#clockProblem = problem;
    this.#lastCommand = answer.commands.at(-1)?.id ?? this.#lastCommand;
    onAnswer(answer);
  }

  #wentAway(reason: string): void {
    const { server, tell, signal } = this.#options;
    if (!this.#isAway && !signal.aborted) tell(`${server} does not answer (${reason}); the last good data stay`);
    this.#isAway = true;
  }
}

async function obey({ commands, name, display }: ReportAnswer, screens: readonly ScreenState[]): Promise<void> {
  // With every answer: pages come and go.
  await Promise.all(screens.map((state) => state.show(display).catch(() => undefined)));
  for (const { command, screen } of commands) {
    const meant = screens.filter(({ report }) => screen === "" || screen === report.name);
    // A page that is just being loaded hears nothing; whoever gave the command sees that and gives it again.
    const label = (state: ScreenState): string => `${name} · ${state.report.name}`;
    await Promise.all(meant.map((state) => state.obey(command, label(state)).catch(() => undefined)));
  }
}

async function sendPictures(key: string, calls: ServerCalls, screens: readonly ScreenState[]): Promise<void> {
  for (const state of screens) {
    const { picture } = state;
    if (picture === undefined) continue;
    try {
      await calls.sendPicture(key, state.report.name, picture);
    } catch (error) {
      // The server has just answered; should it be away now, the next report hears of it.
      if (error instanceof ServerAway) return;
      throw error;
    }
    if (state.picture === picture) state.picture = undefined;
  }
}

function clockProblem(aheadSeconds: number): string {
  if (Math.abs(aheadSeconds) <= CLOCK_PATIENCE_SECONDS) return "";
  const way = aheadSeconds > 0 ? "behind" : "ahead of";
  return `The clock of this machine is ${Math.abs(aheadSeconds)} s ${way} the server's.`;
}
