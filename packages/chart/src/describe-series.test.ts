import { describe, expect, it } from "vitest";
import { describeSeries } from "./describe-series.ts";

const ms = { format: (value: number) => `${value} ms` };

describe("a chart in words", () => {
  it("tells the last, lowest and highest value and the trend", () => {
    expect(describeSeries([{ name: "p99", v: [1, 2, 3, 9] }], ms)).toBe(
      "1 series. p99: last 9 ms, lowest 1 ms, highest 9 ms, rising.",
    );
  });

  it("tells from when to when, and when a series was lowest and highest", () => {
    const options = { ...ms, time: (time: number) => `${time / 1000} s` };

    expect(describeSeries([{ name: "p99", v: [2, Number.NaN, 9, 1], t: [1000, 2000, 3000, 4000] }], options)).toBe(
      "1 series. From 1 s to 4 s. p99: last 1 ms, lowest 1 ms at 4 s, highest 9 ms at 3 s, steady.",
    );
  });

  it("passes over gaps, and says when there is nothing", () => {
    expect(describeSeries([{ name: "a", v: [Number.NaN] }], ms)).toBe("No data.");
    expect(describeSeries([{ name: "a", v: [5, Number.NaN, 5] }], ms)).toContain("last 5 ms");
  });

  it("stays within 600 characters and counts the rest", () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ name: `series-${at}`, v: [at] }));

    const text = describeSeries(many, ms);

    expect(text.length).toBeLessThanOrEqual(600);
    expect(text).toMatch(/And \d+ more\.$/);
  });

  it("writes of thousands of series only what it says", () => {
    let written = 0;
    const format = (value: number) => {
      written += 1;
      return String(value);
    };

    describeSeries(
      Array.from({ length: 5000 }, (_, at) => ({ name: `series-${at}`, v: [at] })),
      { format },
    );

    expect(written).toBeLessThan(60);
  });
});
