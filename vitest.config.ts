import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import SlowTestsFirst from "./scripts/slow-tests-first.ts";

/** Chromium without its windows draws a page with a third of the work; `npm test` installs it where it can. */
const HEADLESS_CHROMIUM = "/usr/bin/chromium-headless-shell";

export default defineConfig({
  resolve: { conditions: ["vedette-source", "module", "node", "development|production"] },
  ssr: { resolve: { conditions: ["vedette-source", "node", "development|production"] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "rooms",
          include: [
            "{platform,services,apps}/*/{src,test}/**/*.test.{ts,tsx}",
            "packages/*/src/**/*.test.{ts,tsx}",
            "test/**/*.test.ts",
          ],
          // Loading the same packages anew for every file is a third of the work of a service's tests.
          isolate: false,
          // For stores that live for seconds, optimising their machine code costs more than it saves.
          execArgv: ["--liftoff-only"],
        },
      },
      {
        extends: true,
        // These change the process that they run in: its requests, its window system, its memory.
        test: { name: "libraries", include: ["packages/*/test/**/*.test.{ts,tsx}"] },
      },
    ],
    env: {
      CHROMIUM_PATH:
        process.env["CHROMIUM_PATH"] ?? (existsSync(HEADLESS_CHROMIUM) ? HEADLESS_CHROMIUM : "/usr/bin/chromium"),
    },
    sequence: { sequencer: SlowTestsFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As long, nearly, as a browser is waited for: a busy machine is not a fault of what is tested.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: [
      "test/memory-folder.ts",
      "test/built.mjs",
      "platform/database/test/postgres-cluster.ts",
      "platform/database/test/embedded-template.ts",
    ],
    pool: "forks",
    // One more than the cores of the smallest machine: much of a test is waiting for a process, a clock or a browser.
    maxWorkers: 3,
  },
});
