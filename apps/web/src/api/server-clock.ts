import { clockAheadSeconds } from "@vedette/client/clock-difference";

const changes = new EventTarget();
let ahead = 0;

/** The server's clock less this machine's, in seconds, as its answers tell. */
export function serverClockAhead(): number {
  return ahead;
}

/** Calls `onChange` whenever the difference is another; returns how to stop listening. */
export function watchServerClock(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  return () => changes.removeEventListener("change", onChange);
}

/** @param asked - when the answer was asked for, in milliseconds since 1970 */
export function hearServerClock(answer: Headers, asked: number): void {
  // What was kept somewhere on the way tells of another moment.
  if (answer.has("age") || answer.get("cache-control")?.includes("no-store") !== true) return;
  const heard = clockAheadSeconds({ date: answer.get("date"), asked, known: ahead });
  if (heard === ahead) return;
  ahead = heard;
  changes.dispatchEvent(new Event("change"));
}
