import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { defineConfig } from "rolldown";
import { quickerStart } from "./quicker-start.js";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Packages that bring native code, WebAssembly, or files that they read from beside themselves. */
export const LEFT_OUTSIDE = [
  /^@electric-sql\//,
  /^@node-rs\//,
  /^@iconify-json\//,
  /^@hyzyla\//,
  "sharp",
  "x11",
  "electron",
];

/**
 * The server as few files: Node reads them in a third of the time of two thousand (docs/decisions/0007-start.md). The
 * threads and processes are programs of their own and keep the names under which their sources look for them.
 */
export default defineConfig({
  cwd: ROOT,
  input: {
    main: "apps/server/src/main.ts",
    "make-empty-store": "apps/server/src/make-empty-store.ts",
    worker: "platform/database/src/embedded/worker.ts",
    "sync-worker": "packages/image/src/native/sync-worker.ts",
    "drawing-worker": "apps/server/src/dashboard-image/drawing-worker.ts",
    "draw-process": "packages/image/src/native/draw-process.ts",
    "pdf-worker": "packages/image/src/native/pdf-worker.ts",
    "async-worker": "packages/image/src/native/async-worker.ts",
  },
  platform: "node",
  plugins: [quickerStart()],
  resolve: { conditionNames: ["vedette-source", "node"] },
  transform: {
    define: {
      BUILD_COMMIT: JSON.stringify(commit()),
      BUILD_TIME: String(Math.floor(Date.now() / 1000)),
      // The reader of yarn.lock asks at its start in which file it is, which a module is not told.
      __filename: '""',
    },
  },
  // Of pg, which asks for it only when told to.
  external: [...LEFT_OUTSIDE, "pg-native"],
  // Rolldown would warn, and the server would not find it at its start.
  onLog(level, log, handle) {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    handle(level, log);
  },
  output: { dir: "apps/server/dist", format: "esm", cleanDir: true },
});

/** Of this repository only: a folder without one may lie in somebody else's. */
function commit() {
  if (!existsSync(`${ROOT}.git`)) return "unknown";
  const { stdout, status } = spawnSync("git", ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : "unknown";
}
