import { describe, expect, it } from "vitest";
import { readRate } from "./rate.ts";

describe("a rate", () => {
  it.each([
    [150, 300, { burst: 30, intervalMs: 2000 }],
    ["360", 3600, { burst: 30, intervalMs: 10_000 }],
    ["5/10s", 300, { burst: 5, intervalMs: 10_000 }],
    [0, 300, { burst: 0, intervalMs: 0 }],
  ] as const)("of %j in %i seconds is read", (rate, periodSeconds, refill) => {
    expect(readRate(rate, { periodSeconds, burst: 30 })).toEqual(refill);
  });
});
