import { openMutations } from "./mutations.ts";

/** `node --conditions=vedette-source test/mutate-many.ts 100000 [seed]`: the long form of what every test run does. */
const [count = "100000", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const begin = performance.now();
const report = await openMutations(Number(count), Number(seed));
const seconds = Math.round((performance.now() - begin) / 1000);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1000);
process.stdout.write(`${JSON.stringify({ ...report, seed, seconds, peakMegabytes: megabytes })}\n`);
