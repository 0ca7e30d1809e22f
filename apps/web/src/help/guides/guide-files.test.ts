import { describe, expect, it } from "vitest";
import { GUIDE_PLACES } from "../../control/guide-place.ts";
import { addressOf, anchorOf, type Guide, hasGuide, isHeading, readGuide, sectionsOf } from "./guide-files.ts";

function anchorsOf({ content }: Guide): string[] {
  return content.filter(isHeading).map(({ text }) => anchorOf(text));
}

describe("the guides", () => {
  it.each(GUIDE_PLACES)("tell what empty pages lead to: %s", async (place) => {
    const [name = "", anchor] = place.split("#");
    const guide = await readGuide(`guides/${name}`);

    expect(guide.title).not.toBe("");
    if (anchor !== undefined) expect(anchorsOf(guide)).toContain(anchor);
  });

  it("have a title apart from what stands below it, and what they are divided into", async () => {
    const { title, content, headings } = await readGuide("guides/walls");

    expect(title).toBe("Walls");
    expect(content.filter(isHeading).map(({ depth }) => depth)).not.toContain(1);
    expect(headings).toContainEqual({ text: "As a service", anchor: "as-a-service" });
  });

  it("are listed by what they are about, without what only the repository has", async () => {
    const listed = sectionsOf(await readGuide("README"), ["Guides", "Reference"]);

    expect(listed.filter(isHeading).map(({ text }) => text)).toEqual(["Guides", "Reference"]);
  });

  it("are those that there are", () => {
    expect([hasGuide("guides/walls"), hasGuide("reference/settings"), hasGuide("guides/toString")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["operation.md#backup", "/help/guides/operation#backup"],
    ["../reference/settings.md", "/help/reference/settings"],
    ["#openid-connect", "/help/guides/walls#openid-connect"],
    ["../README.md", "/help/guides"],
    ["../components/README.md", "/help/components"],
    ["../discoveries/wall-memory.md", undefined],
    ["../../packages/client/README.md", undefined],
  ])("lead on from their folder: %s", (link, address) => {
    expect(addressOf(link, "guides/walls")).toBe(address);
  });
});
