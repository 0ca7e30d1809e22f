import { nativeImage } from "@vedette/image";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { addPerson, signIn } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

let vedette: RunningVedette;
let viewer: string;

beforeAll(async () => {
  vedette = await startVedette({ env: { VEDETTE_METRICS_SCRAPE_INTERVAL: "1s" } });
  await addPerson(vedette, "viewer@example.com");
  viewer = (await signIn(vedette, "viewer@example.com")).access_token;
  const spec = {
    title: "Pictures",
    panels: [
      {
        id: 1,
        type: "stat",
        title: "Up & <running>",
        gridPos: { x: 0, y: 0, w: 12, h: 6 },
        targets: [{ refId: "A", expr: "vector(42)" }],
      },
      {
        id: 2,
        type: "timeseries",
        title: "Course",
        gridPos: { x: 12, y: 0, w: 12, h: 6 },
        targets: [{ refId: "A", expr: "vector(7)" }],
      },
    ],
  };
  const body = { metadata: { name: "pictures" }, spec };
  await call(`${vedette.url}${DASHBOARDS}`, { bearer: vedette.keys.secret_key, body });
}, 120_000);

afterAll(async () => void (await vedette.stop()));

const imageUrl = (uid: string, query = "") => `${vedette.url}${DASHBOARDS}/${uid}/image${query}`;

async function picture(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(imageUrl("pictures", query), { headers: { authorization: `Bearer ${viewer}`, ...headers } });
}

describe("the picture of a dashboard", () => {
  it("is a PNG of the size that is asked for", async () => {
    const answer = await picture("?width=320&height=180&theme=light");
    const image = nativeImage.createFromBuffer(Buffer.from(await answer.arrayBuffer()));

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    expect(image.getSize()).toEqual({ width: 320, height: 180 });
    expect(new Set(image.toBitmap()).size).toBeGreaterThan(20);
  });

  it("is an SVG for those who want one, with the number that its query gives and no foreign tag", async () => {
    const answer = await picture("?panel=1&width=400&height=200", { accept: "image/svg+xml" });
    const svg = await answer.text();

    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(svg).toContain(">42<");
    expect(svg).toContain("Up &amp; &lt;running&gt;");
    expect(svg).not.toContain("Course");
  });

  it("draws a course over the range that is asked for", async () => {
    const svg = await (await picture("?panel=2&from=now-1h&to=now", { accept: "image/svg+xml" })).text();

    expect(svg).toContain("Course");
    expect(svg.match(/<path/g)?.length ?? 0).toBeGreaterThan(3);
  });

  it.each([
    ["?width=5", 400],
    ["?width=100000", 400],
    ["?width=4096&height=4096", 400],
    ["?theme=pink", 400],
    ["?panel=99", 404],
  ])("%s is answered with %i", async (query, status) => {
    expect((await picture(query)).status).toBe(status);
  });
});

describe("who may see the picture of a dashboard", () => {
  it("is who may read the dashboard", async () => {
    expect((await picture("?width=64&height=64")).status).toBe(200);
    expect((await fetch(imageUrl("pictures"))).status).toBe(401);
    expect((await fetch(imageUrl("pictures"), { headers: { authorization: "Bearer nonsense" } })).status).toBe(401);
  });

  it("learns nothing about one that is not there", async () => {
    const missing = await fetch(imageUrl("nowhere"), { headers: { authorization: `Bearer ${viewer}` } });
    const read = await call(`${vedette.url}${DASHBOARDS}/nowhere`, { bearer: viewer });

    expect(missing.status).toBe(read.status);
    expect(
      (await fetch(imageUrl("..%2f..%2fapi"), { headers: { authorization: `Bearer ${viewer}` } })).status,
    ).toBeGreaterThanOrEqual(400);
  });
});
