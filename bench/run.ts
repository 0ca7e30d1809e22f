import { join } from "node:path";

/** One comparison: how often, or how fast, ours and the peer did the same in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly unit: string;
  /** Above 1 ours is better, whatever the unit. */
  readonly ratio: number;
}

const files = process.argv.slice(2);
console.log(`${"what".padEnd(64)} ${"ours".padStart(12)} ${"peer".padStart(12)} ${"unit".padEnd(8)} ratio`);
for (const file of files) {
  const module: { default: () => Promise<readonly BenchRow[]> } = await import(join(import.meta.dirname, file));
  for (const { name, ours, peer, unit, ratio } of await module.default()) {
    console.log(`${name.padEnd(64)} ${figure(ours)} ${figure(peer)} ${unit.padEnd(8)} ${ratio.toFixed(2)}×`);
  }
}

function figure(value: number): string {
  return value.toLocaleString("en-GB", { maximumSignificantDigits: 4 }).padStart(12);
}
