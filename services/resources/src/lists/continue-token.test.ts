import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResourceError } from "../errors.ts";
import { type ContinueBinding, openContinue, sealContinue } from "./continue-token.ts";

const now = new Date("2026-03-01T12:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const binding: ContinueBinding = { key: randomBytes(32), list: ["dashboards", "default", "", "", "user:1"] };
const place = { version: "9007199254740993", after: "node-exporter" };

describe("a continue token", () => {
  it("gives back where the next page begins, and fits into an address", () => {
    const token = sealContinue(place, binding, now);

    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(openContinue(token, binding, later(300))).toEqual(place);
  });

  it("is too old after an hour", () => {
    const token = sealContinue(place, binding, now);

    expect(() => openContinue(token, binding, later(3600))).toThrow(
      expect.objectContaining({ code: "continue_expired" }),
    );
  });

  it.each([
    ["another selector", { ...binding, list: ["dashboards", "default", "team=a", "", "user:1"] }],
    ["another caller", { ...binding, list: ["dashboards", "default", "", "", "user:2"] }],
    ["another installation", { ...binding, key: randomBytes(32) }],
  ])("is worth nothing with %s", (_what, other) => {
    const token = sealContinue(place, binding, now);

    expect(() => openContinue(token, other, now)).toThrow(expect.objectContaining({ code: "continue_invalid" }));
  });

  it("that somebody changed or made up is refused", () => {
    const token = sealContinue(place, binding, now);

    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat(token.length - 1).map((at) => changedAt(token, at)),
        ),
        (text) => {
          try {
            openContinue(text, binding, now);
            return Buffer.from(text, "base64url").equals(Buffer.from(token, "base64url"));
          } catch (error) {
            return error instanceof ResourceError && error.code === "continue_invalid";
          }
        },
      ),
    );
  });
});

function changedAt(token: string, at: number): string {
  return token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
}
