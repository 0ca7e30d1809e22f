import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const TRIES = 50;
const TRY_MS = 100;

/**
 * Ends the browser that a wall which was killed has left on a profile: a second browser with the same profile would only
 * wake the first one and end. Chromium keeps `host-pid` as the target of the link `SingletonLock`; the process counts
 * only when it really runs on this profile.
 */
export async function endLeftover(profile: string): Promise<void> {
  const pid = ownerOf(profile);
  if (pid === undefined) return;
  for (let tries = 0; tries < TRIES && runsOn(pid, profile); tries += 1) {
    process.kill(pid, tries < TRIES / 2 ? "SIGTERM" : "SIGKILL");
    await pause(TRY_MS);
  }
}

function ownerOf(profile: string): number | undefined {
  try {
    const [, pid] = /-(\d+)$/.exec(readlinkSync(join(profile, "SingletonLock"))) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    // No link: nobody uses the profile.
    return undefined;
  }
}

function runsOn(pid: number, profile: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(`--user-data-dir=${profile}`);
  } catch {
    return false;
  }
}
