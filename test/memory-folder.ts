import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const LEAST_FREE_BYTES = 4 * 2 ** 30;
/** A process number means something only among processes that see each other: containers may share this memory. */
const NAMESPACE = existsSync("/proc/self/ns/pid") ? readlinkSync("/proc/self/ns/pid").replace(/\D/g, "") : "";
const NAME = new RegExp(`^vedette-tests-${NAMESPACE}-(\\d+)-`);

/**
 * Global set-up of vitest: stores, browser profiles and clusters that live for seconds lie in memory where there is
 * enough of it. On a disk, making and removing their thousands of files is half of the work of starting a server.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !isRoomy()) return undefined;
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `vedette-tests-${NAMESPACE}-${process.pid}-`));
  // PostgreSQL's server is another user.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    delete process.env["TMPDIR"];
    removeIfPossible(folder);
  };
}

/** Tests also run programs from their folders, which containers often forbid there. */
function isRoomy(): boolean {
  if (!existsSync(MEMORY) || NAMESPACE === "") return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, options = ""] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  return bavail * bsize >= LEAST_FREE_BYTES && options.startsWith("rw") && !options.split(",").includes("noexec");
}

/** Of runs that were killed: nobody else would give their memory back. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removeIfPossible(join(MEMORY, name));
  }
}

/** What belongs to another user, or is being written, is left to a later run. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // See above.
  }
}
