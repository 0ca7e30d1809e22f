import { describe, expect, it } from "vitest";
import { DeltaSums } from "./delta-sums.ts";
import type { OtlpMetric, OtlpPoint } from "./otlp-message.ts";

const MINUTE = 60_000;
const delta: OtlpMetric = { name: "jobs", unit: "", isMonotonic: true, temporality: 1, points: [] };
const point = (timeMs: number, value: number, queue = "mail"): OtlpPoint => ({
  attributes: [["queue", queue]],
  timeMs,
  hasNoValue: false,
  value: { kind: "number", value },
});

describe("reports of what happened since the last one", () => {
  /** Sums of reports that come at their times by the clock of this machine. */
  function sums(points: readonly OtlpPoint[], own: readonly (readonly [string, string])[] = []) {
    const all = new DeltaSums();
    return points.map((one) => all.sum(delta, one, own, one.timeMs).value);
  }
  const numbers = (...values: number[]) => values.map((value) => ({ kind: "number", value }));

  it("are added up for five minutes of silence, and begin anew behind it", () => {
    const silence = [point(0, 2), point(5 * MINUTE, 3), point(10 * MINUTE + 1, 4), point(11 * MINUTE, 5)];

    expect(sums(silence)).toEqual(numbers(2, 5, 4, 9));
  });

  it("are added up for each set of attributes, in whatever order these come", () => {
    const tagged = (attributes: OtlpPoint["attributes"], value: number): OtlpPoint => ({
      ...point(value, value),
      attributes,
    });
    const [a, b] = [["a", "1"] as const, ["b", "2"] as const];

    expect(sums([tagged([a, b], 1), tagged([b, a], 2), tagged([a], 4)])).toEqual(numbers(1, 3, 4));
    expect(sums([point(1, 1), point(2, 2, "sms"), point(3, 4)])).toEqual(numbers(1, 2, 5));
  });

  it("of programs apart are kept apart", () => {
    const all = new DeltaSums();
    const of = (job: string, timeMs: number) => all.sum(delta, point(timeMs, 1), [["job", job]], timeMs).value;

    expect([of("a", 1), of("b", 2), of("a", 3)]).toEqual(numbers(1, 1, 2));
  });

  it("that say the whole themselves stay as they are", () => {
    const whole = { ...delta, temporality: 2 };
    const all = new DeltaSums();

    expect([all.sum(whole, point(1, 5), []).value, all.sum(whole, point(2, 6), []).value]).toEqual(numbers(5, 6));
  });
});
