import { constants, fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { syncTree } from "./sync-tree.ts";

type EngineOptions = Parameters<NodeFS["init"]>[1];

/** The part of an open file of the engine's file system that matters here. */
interface EngineFile {
  /** File descriptor of the host; missing for files in memory. */
  readonly nfd?: number;
  /** As the engine names it. */
  readonly path?: string;
  readonly flags: number;
}

/** The engine's view of the host's files, as far as it is used here. */
interface HostFiles {
  flagsForNode(flags: number): number;
  readonly stream_ops: {
    fsync?: (file: EngineFile) => number;
    write(file: EngineFile, ...rest: unknown[]): number;
  };
}

/**
 * Files of the host that are really synced. PGlite's own file system never calls fsync (0.5.16, by strace), so a power
 * cut could lose everything since the last write-back; see docs/discoveries/pglite.md.
 */
export class SyncedFiles extends NodeFS {
  /** Writes that reached the disk before they returned: through a file opened for synced writing, or by fsync. */
  syncs = 0;
  /** Files that are on the disk as they are; see {@link settle}. */
  #settled = new Set<string>();

  /**
   * Forces all files to the disk, many at once. While it recovers from a crash the engine then does so itself, twice
   * and one by one; that costs seconds on a busy machine and is left out for every file that nobody has written since.
   */
  async settle(): Promise<void> {
    const files = await syncTree(this.rootDir);
    this.#settled = new Set(files.map((path) => `${PGlite.paths.PGDATA}/${path}`));
  }

  /** From now on every sync that the engine asks for is made. */
  endRecovery(): void {
    this.#settled.clear();
  }

  override async init(pg: PGlite, options: EngineOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (engine: { NODEFS: unknown }): void => this.#addSync(engine.NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  #addSync(files: unknown): void {
    if (!isHostFiles(files)) return;
    files.stream_ops.fsync = ({ nfd, path = "" }) => {
      if (nfd === undefined || this.#settled.has(path)) return 0;
      fdatasyncSync(nfd);
      this.syncs += 1;
      return 0;
    };
    const write = files.stream_ops.write;
    files.stream_ops.write = (file, ...rest) => {
      this.#settled.delete(file.path ?? "");
      if (file.nfd !== undefined && (files.flagsForNode(file.flags) & SYNCED_WRITES) !== 0) this.syncs += 1;
      return write(file, ...rest);
    };
  }
}

const SYNCED_WRITES = constants.O_SYNC | constants.O_DSYNC;

/** The types of the engine do not name what is used here; another build may lack it, and then the self-test fails. */
function isHostFiles(files: unknown): files is HostFiles {
  return typeof files === "object" && files !== null && "stream_ops" in files && "flagsForNode" in files;
}
