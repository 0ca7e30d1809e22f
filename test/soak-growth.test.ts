import { expect, it } from "vitest";
import { judgeGrowth, type MemorySample } from "../bench/soak/growth.ts";

function samples(count: number, at: (minute: number) => Partial<MemorySample>): MemorySample[] {
  return Array.from({ length: count }, (_, minute) => ({
    minute,
    heapBytes: 100e6,
    externalBytes: 20e6,
    arrayBufferBytes: 10e6,
    residentBytes: 400e6,
    cacheBytes: 30e6,
    descriptors: 50,
    resources: 30,
    ...at(minute),
  }));
}

function exceeded(all: readonly MemorySample[]): string[] {
  return judgeGrowth(all).flatMap(({ name, isWithin }) => (isWithin ? [] : [name]));
}

it("accepts level memory with single peaks", () => {
  expect(exceeded(samples(20, (minute) => (minute === 18 ? { heapBytes: 300e6 } : {})))).toEqual([]);
});

it.each([
  ["heap and external", (minute: number) => ({ externalBytes: 20e6 + minute * 1e6 })],
  ["resident memory", (minute: number) => ({ residentBytes: 400e6 + minute * 3e6 })],
  ["file descriptors", (minute: number) => ({ descriptors: 50 + 2 * minute })],
  ["event loop resources", (minute: number) => ({ resources: 30 + 2 * minute })],
])("rejects growing %s", (name, at) => {
  expect(exceeded(samples(20, at))).toEqual([name]);
});

it("has no verdict on fewer than four samples", () => {
  expect(judgeGrowth(samples(3, () => ({})))).toEqual([]);
});
