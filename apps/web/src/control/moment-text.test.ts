import { afterEach, describe, expect, it, vi } from "vitest";
import { momentText } from "./moment-text.ts";

afterEach(() => vi.unstubAllGlobals());

describe("a moment", () => {
  it("is written as the region of the person writes it, where that reads the language of the page", () => {
    vi.stubGlobal("navigator", { languages: ["de-AT", "en-GB", "en-US"] });
    expect(momentText("2026-05-12T12:00:00Z", "date")).toBe("12 May 2026");
  });
});
