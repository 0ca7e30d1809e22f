import { describe, expect, it } from "vitest";
import { belongsTo } from "./admission.ts";

const header = (alg: string) => `${Buffer.from(JSON.stringify({ alg })).toString("base64url")}.e30.`;

describe("an access token beside an ID token", () => {
  // OpenID Connect Core 1.0, A.3
  const issued = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
  const at_hash = "77QmUPtjPfzWtF2AnpK9RQ";

  it("belongs to it by its hash", () => {
    expect(belongsTo(issued, header("RS256"), { at_hash })).toBe(true);
  });

  it.each([
    ["somebody-elses-token", "RS256"],
    [issued, "RS512"],
  ])("does not belong to it otherwise: %s, %s", (token, algorithm) => {
    expect(belongsTo(token, header(algorithm), { at_hash })).toBe(false);
  });

  it("is taken where the ID token says nothing of it", () => {
    expect(belongsTo("any", header("RS256"), {})).toBe(true);
  });
});
