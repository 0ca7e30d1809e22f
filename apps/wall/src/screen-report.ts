/** What a screen says of itself; the shape of `POST /api/wall/report`. */
export interface ScreenReport {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly state: "starting" | "playing" | "paused" | "failed";
  readonly dashboard: string;
  /** The dashboard's name in addresses; empty when nothing is shown. */
  readonly uid: string;
  readonly index: number;
  readonly length: number;
  readonly problem: string;
}

/** What the page says of itself, by the marks on its body. */
export interface PageReport {
  /** Without query and fragment. */
  readonly address: string;
  /** The playlist that plays; empty where none does. */
  readonly playlist: string;
  readonly index: number;
  readonly length: number;
  readonly isPaused: boolean;
  readonly dashboard: string;
  readonly uid: string;
  readonly problem: string;
}

/**
 * Asks the page once its next frames are drawn: an answer is also the proof that it still paints. Two, because what it
 * was just told to do is to be seen after the first.
 */
export const PAGE_REPORT = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { playlistUid, playlistIndex, playlistLength, playlistState, playlistDashboard, playlistStop, playlistProblem } =
    document.body.dataset;
  done(JSON.stringify({
    address: location.origin + location.pathname,
    playlist: playlistUid ?? "",
    index: Number(playlistIndex ?? 0),
    length: playlistUid === undefined ? 0 : Number(playlistLength ?? 0),
    isPaused: playlistState === "paused",
    dashboard: playlistDashboard ?? "",
    uid: playlistStop ?? "",
    problem: playlistProblem ?? "",
  }));
})))`;

/** Does in the page what somebody asked for from afar. */
export function pageCommand(command: string, label: string): string {
  return dispatch("vedette-wall", { command, label });
}

/** Tells the page what it shows beside the playlist on this screen; the same again changes nothing. */
export function pageDisplay(display: unknown, screen: string): string {
  return dispatch("vedette-wall-display", { display, screen });
}

function dispatch(event: string, detail: object): string {
  return `window.dispatchEvent(new CustomEvent("${event}", ${JSON.stringify({ detail })}))`;
}

/** @throws Error when the page says something else */
export function readPageReport(text: unknown): PageReport {
  const value: unknown = JSON.parse(String(text));
  if (typeof value !== "object" || value === null) throw new Error("The page says nothing of itself");
  const { address, playlist, index, length, isPaused, dashboard, uid, problem } = value as Record<string, unknown>;
  return {
    address: String(address ?? ""),
    playlist: String(playlist ?? ""),
    index: count(index),
    length: count(length),
    isPaused: isPaused === true,
    dashboard: line(dashboard),
    uid: line(uid),
    problem: line(problem),
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100_000 ? value : 0;
}

/** As the server takes it: one line, not too long. */
export function line(value: unknown): string {
  return String(value ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 200)
    .toWellFormed();
}
