/** Serves the API over the samples of the benchmark in a process of its own, as the peer does. */
import { writeSync } from "node:fs";
import { benchSeries } from "./peer/bench-data.ts";
import { openTestStore } from "./test-store.ts";

const { app } = await openTestStore([...benchSeries()]);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
writeSync(1, `${url}/prometheus\n`);
