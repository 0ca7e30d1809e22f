import { describe, expect, it } from "vitest";
import { metadataChange, metadataOver, metadataSavedByNow } from "./metadata-change.ts";

const SEEN = { app_metadata: { plan: "silver", provider: "email" }, user_metadata: { name: "Ada" } };

describe("what is typed of somebody's metadata", () => {
  it("is sent where it is another, with what it was", () => {
    const typed = { app_metadata: { plan: "gold", provider: "email", seat: 4 }, user_metadata: { name: "Ada" } };

    expect(metadataChange(typed, SEEN)).toEqual({
      app_metadata: { plan: "gold", seat: 4 },
      user_metadata: {},
      seen: { app_metadata: { plan: "silver", seat: null }, user_metadata: {} },
    });
  });

  it("stands over what is stored by then, which is told where both changed the same", () => {
    const change = metadataChange({ app_metadata: { ...SEEN.app_metadata, plan: "gold" }, user_metadata: {} }, SEEN);
    const now = { app_metadata: { plan: "lead", provider: "email", seat: 9 }, user_metadata: { name: "Countess" } };

    expect(metadataSavedByNow(now, change)).toBe('plan: "lead"');
    expect(metadataOver(now, change)).toEqual({ ...now, app_metadata: { ...now.app_metadata, plan: "gold" } });
  });
});
