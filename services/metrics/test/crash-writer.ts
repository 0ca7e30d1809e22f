/** Writes into a store until it is killed, or until the disk refuses, and tells each batch that the store took. */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { MetricsError } from "../src/errors.ts";
import { MetricStore } from "../src/store/store.ts";
import { aHistogram, write } from "./temporary-store.ts";

// Whoever is killed leaves no cache by itself, and the next one would compile everything again.
flushCompileCache();

const [directory = "", first = "0", upkeep = "yes"] = process.argv.slice(2);
/** Twenty batches make an hour, so that blocks are cut and joined while the process dies. */
const STEP_MS = 180_000;

const store = new MetricStore({
  directory,
  limits: () => ({
    maxSeries: 1000,
    outOfOrderMs: 0,
    retentionMs: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
    isDurablePerRequest: true,
  }),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});

for (let number = Number(first); ; number += 1) {
  try {
    const time = number * STEP_MS;
    const floats = [..."abcdefgh"].map((id) => ({ id, time, value: number }));
    await write(store, [...floats, { id: "i", time, value: aHistogram(number) }]);
    writeSync(1, `${number}\n`);
  } catch (error) {
    if (!(error instanceof MetricsError) || error.code !== "write_failed") throw error;
    writeSync(1, "refused\n");
    break;
  }
  if (upkeep === "yes" && number % 5 === 0) void store.maintain();
}
