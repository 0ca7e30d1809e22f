import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueTicks } from "./value-ticks.ts";

describe("the ticks of a value axis", () => {
  it.each([
    [0, 10, {}, [0, 2, 4, 6, 8, 10]],
    [0.1, 0.93, {}, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-3, 7, {}, [-4, -2, 0, 2, 4, 6, 8]],
    [12, 12, {}, [0, 5, 10, 15, 20, 25]],
    [0, 3_000_000_000, { tickBase: 1024 as const }, [0, 1073741824, 2147483648, 3221225472]],
    [0, 100, { tickBase: 60 as const }, [0, 30, 60, 90, 120]],
    [0, 100, { min: 0, max: 100 }, [0, 20, 40, 60, 80, 100]],
    [3, 900, { log: 10 }, [1, 10, 100, 1000]],
    [3, 90, { log: 10 }, [1, 3, 10, 30, 100]],
    [120, 800, { log: 10 }, [100, 200, 500, 1000]],
    [3, 900, { log: 2 }, [2, 8, 32, 128, 512]],
  ])("from %d to %d with %j are %j", (low, high, axis, ticks) => {
    expect(valueTicks(low, high, { ...axis, count: 5 }).ticks).toEqual(ticks);
  });

  it.each([
    [0, 9.4, {}, 1, [0, 5, 10]],
    [0, 0.8, {}, 1, [0, 1]],
    [99.2, 99.9, {}, 0.1, [99.2, 99.4, 99.6, 99.8, 100]],
    [0, 3_000_000_000, { tickBase: 1024 as const }, 2 ** 31, [0, 2 ** 31, 2 ** 32]],
    [0, 0.4, { min: 0, max: 0.4 }, 1, [0, 0.1, 0.2, 0.3, 0.4]],
  ])("from %d to %d with %j, in labels that tell %d apart, are %j", (low, high, axis, unit, ticks) => {
    expect(valueTicks(low, high, { ...axis, tickUnit: () => unit, count: 4 }).ticks).toEqual(ticks);
  });

  const MS = { tickBase: 60 as const, tickSeconds: 0.001 };
  const H = { tickBase: 60 as const, tickSeconds: 3600 };
  it.each([
    [0, 65_000, MS, [0, 15_000, 30_000, 45_000, 60_000, 75_000]],
    [0, 400, MS, [0, 100, 200, 300, 400]],
    [0, 50_000, { tickBase: 60 as const }, [0, 10_800, 21_600, 32_400, 43_200, 54_000]],
    [0, 400, H, [0, 120, 240, 360, 480]],
    [0, 40_000, H, [0, 8766, 17_532, 26_298, 35_064, 43_830]],
    [3, 60_000, { ...MS, log: 10 }, [1, 10, 100, 1000, 10_000, 60_000]],
    [20, 3000, { tickBase: 60 as const, log: 10 }, [10, 60, 600, 3600]],
    [20, 500, { tickBase: 60 as const, log: 2 }, [10, 30, 60, 180, 600]],
    [0.2, 1000, { ...H, log: 10 }, [0.166666666667, 1, 10, 24, 240, 2400]],
  ])("of durations from %d to %d with %j are whole seconds, minutes, hours or days: %j", (low, high, axis, ticks) => {
    expect(valueTicks(low, high, { ...axis, count: 5 }).ticks).toEqual(ticks);
  });

  it("of durations hold every value between their limits on a logarithmic axis", () => {
    const value = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 8 }), (a, b, count) => {
        const { min, max, ticks } = valueTicks(Math.min(a, b), Math.max(a, b), { tickBase: 60, log: 10, count });

        expect(min).toBeLessThanOrEqual(Math.min(a, b) * (1 + 1e-6));
        expect(max).toBeGreaterThanOrEqual(Math.max(a, b) * (1 - 1e-6));
        expect(ticks).toEqual([...new Set(ticks)].sort((one, other) => one - other));
        expect(ticks.length).toBeLessThanOrEqual(count + 2);
      }),
    );
  });

  it("run from 0 to 1 when there is no value", () => {
    expect(valueTicks(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, { count: 5 })).toMatchObject({
      min: 0,
      max: 1,
    });
  });

  it("hold every value between their limits", () => {
    const value = fc.double({ min: -1e300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 20 }), (a, b, count) => {
        const { min, max, ticks } = valueTicks(Math.min(a, b), Math.max(a, b), { count });
        const slack = (max - min) * 1e-6;

        expect(min).toBeLessThanOrEqual(Math.min(a, b) + slack);
        expect(max).toBeGreaterThanOrEqual(Math.max(a, b) - slack);
        expect(min).toBeLessThan(max);
        expect(ticks.length).toBeLessThanOrEqual(count * 2 + 3);
      }),
    );
  });
});
