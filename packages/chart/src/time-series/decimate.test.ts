import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimate } from "./decimate.ts";

function aSeries(length: number, valueAt: (at: number) => number) {
  const t = Float64Array.from({ length }, (_, at) => at);
  return { t, v: t.map(valueAt) };
}

describe("thinning out a series for the screen", () => {
  it("keeps a single peak among a million points", () => {
    const { t, v } = aSeries(1_000_000, (at) => (at === 654_321 ? 99 : 1));

    const thin = decimate(t, v, 0, 999_999, 100);

    expect(thin.v.length).toBeLessThanOrEqual(600);
    expect(Math.max(...thin.v)).toBe(99);
  });

  it("leaves a series alone that has fewer than 4 points for each column", () => {
    const { t, v } = aSeries(300, Math.sin);

    expect(decimate(t, v, 0, 299, 100)).toEqual({ t, v });
  });

  it("keeps a gap", () => {
    const { t, v } = aSeries(10_000, (at) => (at > 5000 && at < 5200 ? Number.NaN : 1));

    expect(decimate(t, v, 0, 9999, 50).v.some(Number.isNaN)).toBe(true);
  });

  it("loses neither the lowest nor the highest value, and keeps times rising", () => {
    const values = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN)), { maxLength: 800 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 60 }), (given, columns) => {
        const { t, v } = aSeries(given.length, (at) => given[at] ?? 0);
        const thin = decimate(t, v, 0, given.length, columns);
        const real = (list: Float64Array) => [...list].filter((value) => !Number.isNaN(value));

        expect(Math.min(...real(thin.v))).toBe(Math.min(...real(v)));
        expect(Math.max(...real(thin.v))).toBe(Math.max(...real(v)));
        expect([...thin.t].every((time, at) => at === 0 || time > (thin.t[at - 1] ?? 0))).toBe(true);
      }),
    );
  });
});
