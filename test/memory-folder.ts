import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const LEAST_FREE_BYTES = 4 * 2 ** 30;
const NAME = /^vedette-tests-(\d+)$/;

/**
 * Global set-up of vitest: stores, browser profiles and clusters that live for seconds lie in memory where there is
 * enough of it. On a disk, making and removing their thousands of files is half of the work of starting a server.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !isRoomy()) return undefined;
  removeLeftovers();
  const folder = join(MEMORY, `vedette-tests-${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL's server is another user.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    delete process.env["TMPDIR"];
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Tests also run programs from their folders, which containers often forbid there. */
function isRoomy(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, options = ""] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  return bavail * bsize >= LEAST_FREE_BYTES && options.startsWith("rw") && !options.split(",").includes("noexec");
}

/** Of runs that were killed: nobody else would give their memory back. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
