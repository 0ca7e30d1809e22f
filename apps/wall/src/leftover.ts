import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const TRIES = 50;
const TRY_MS = 100;

/**
 * Ends what a wall that was killed has left on a profile: a second browser with the same profile would only wake the
 * first one and end, and a helper of Chromium's that stands still outlives its browser. All of them name the profile in
 * their command line; whoever calls holds the profile's lock, so no other wall keeps them.
 */
export async function endLeftover(profile: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const left = processesOn(profile);
    if (left.length === 0) return;
    for (const pid of left) end(pid, tries < TRIES / 2 ? "SIGTERM" : "SIGKILL");
    await pause(TRY_MS);
  }
}

function processesOn(profile: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandLineOf(pid).includes(` --user-data-dir=${profile} `)).map(Number);
}

/** With a blank after every argument: some of Chromium's helpers write theirs anew as one text. */
function commandLineOf(pid: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")} `;
  } catch {
    // It has ended while we looked.
    return "";
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or is somebody else's.
  }
}
