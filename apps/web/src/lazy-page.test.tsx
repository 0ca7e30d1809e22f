import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { lazyPage } from "./lazy-page.ts";

const load = async () => ({ default: () => <p>the page</p> });
const drawn = ({ Page }: ReturnType<typeof lazyPage>) =>
  renderToString(
    <Suspense fallback="not yet">
      <Page />
    </Suspense>,
  );

describe("a page of its own file", () => {
  it("is drawn at once when it was fetched before", async () => {
    const page = lazyPage(load);

    await page.fetch();

    expect(drawn(page)).toContain("the page");
  });

  it("is fetched when it is drawn, otherwise", () => {
    expect(drawn(lazyPage(load))).toContain("not yet");
  });
});
