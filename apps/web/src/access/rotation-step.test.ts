import { describe, expect, it } from "vitest";
import type { SigningKey } from "../api/settings.ts";
import { rotationStep } from "./rotation-step.ts";

const NOW = Date.parse("2026-05-12T12:00:00Z");
const HOUR_MS = 3_600_000;

function aKey(status: SigningKey["status"], at: string): SigningKey {
  return { id: status, algorithm: "ES256", status, created_at: at, updated_at: at };
}

const signs = aKey("in_use", "2026-01-01T00:00:00Z");

describe("the next step of a change of keys", () => {
  it.each([
    ["make", []],
    ["make", [aKey("revoked", "2026-05-12T11:59:00Z")]],
    ["publish", [aKey("standby", "2026-05-12T11:50:00Z")]],
    ["sign", [aKey("standby", "2026-05-12T11:40:00Z")]],
    ["expire", [aKey("previously_used", "2026-05-12T11:30:00Z")]],
    ["revoke", [aKey("previously_used", "2026-05-12T11:00:00Z")]],
    ["sign", [aKey("previously_used", "2026-05-12T11:00:00Z"), aKey("standby", "2026-05-12T11:00:00Z")]],
  ] as const)("is %s", (step, others) => {
    expect(rotationStep([signs, ...others], { tokenLifeMs: HOUR_MS, now: NOW }).step).toBe(step);
  });

  it("says until when a wait is", () => {
    const standby = [signs, aKey("standby", "2026-05-12T11:50:00Z")];
    const retired = [signs, aKey("previously_used", "2026-05-12T11:30:00Z")];

    expect(rotationStep(standby, { tokenLifeMs: HOUR_MS, now: NOW }).until).toBe(Date.parse("2026-05-12T12:10:00Z"));
    expect(rotationStep(retired, { tokenLifeMs: HOUR_MS, now: NOW }).until).toBe(Date.parse("2026-05-12T12:30:00Z"));
  });
});
