import { nativeImage } from "@vedette/image";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { addPerson, signIn } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/** Three series, with buckets as a histogram has them. */
const SERIES = `label_replace(vector(3),"le","1","","") or label_replace(vector(5),"le","2","","") or label_replace(vector(9),"le","+Inf","","")`;
const TABLE = { format: "table", instant: true };
const KINDS = [
  { type: "timeseries" },
  { type: "trend" },
  { type: "stat" },
  { type: "gauge" },
  { type: "bargauge" },
  { type: "piechart" },
  { type: "barchart", target: TABLE },
  { type: "heatmap", target: { format: "heatmap" } },
  { type: "table", target: TABLE },
  { type: "text", options: { mode: "markdown", content: "# Words\n\n- *one*\n- two\n\n`code`" } },
  { type: "graph" },
  { type: "singlestat" },
  { type: "made-up", target: TABLE },
];

/** How many colours a bitmap has. */
function colorsOf(bitmap: Buffer): number {
  const pixels = new Uint32Array(bitmap.buffer, bitmap.byteOffset, bitmap.length / 4);
  return new Set(pixels).size;
}

let vedette: RunningVedette;
let viewer: string;

beforeAll(async () => {
  vedette = await startVedette({ env: { VEDETTE_METRICS_SCRAPE_INTERVAL: "1s" } });
  await addPerson(vedette, "viewer@example.com");
  viewer = (await signIn(vedette, "viewer@example.com")).access_token;
  const spec = {
    title: "Pictures",
    annotations: { list: [{ name: "Cuts", enable: true, target: { type: "tags", tags: ["mains"] } }] },
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
      {
        id: 3,
        type: "stat",
        title: "Chosen $number",
        gridPos: { x: 0, y: 6, w: 12, h: 6 },
        targets: [
          { refId: "A", expr: "vector($number) > bool 0 or vector(0)" },
          { refId: "B", expr: "vector($number)" },
        ],
      },
      { id: 4, type: "flame<graph", title: "Strange", gridPos: { x: 12, y: 6, w: 12, h: 6 } },
      {
        id: 5,
        type: "stat",
        title: "Wrong",
        gridPos: { x: 0, y: 12, w: 12, h: 6 },
        targets: [{ refId: "A", expr: "vector(" }],
      },
    ],
    templating: { list: [{ name: "number", type: "custom", query: "11,12", current: { value: "11", text: "11" } }] },
  };
  const kinds = KINDS.map(({ type, target, options }, at) => ({
    ...{ id: at + 1, type, title: type, options, gridPos: { x: (at % 3) * 8, y: Math.floor(at / 3) * 5, w: 8, h: 5 } },
    targets: [{ refId: "A", expr: SERIES, ...target }],
  }));
  await call(`${vedette.url}${DASHBOARDS}`, {
    bearer: vedette.keys.secret_key,
    body: { metadata: { name: "kinds" }, spec: { title: "Kinds", schemaVersion: 39, panels: kinds } },
  });
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
    expect(Math.abs(Date.parse(answer.headers.get("last-modified") ?? "") - Date.now())).toBeLessThan(60_000);
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

  it("has what somebody said happened in that range, at the dashboard or under tags that it asks for", async () => {
    const wanted = "?panel=2&from=now-6h&to=now&width=640";
    const moments = (svg: string) => svg.match(/h8l-4 -6z"/g)?.length ?? 0;
    const before = await (await picture(wanted, { accept: "image/svg+xml" })).text();
    const bearer = vedette.keys.secret_key;
    const say = async (body: object) =>
      expect((await call(`${vedette.url}/api/annotations`, { bearer, body })).status).toBe(200);
    await say({ dashboardUID: "pictures", time: Date.now() - 3_600_000, text: "Deployed", tags: ["mains"] });
    await say({ time: Date.now() - 7_200_000, text: "Power cut", tags: ["mains"] });
    await say({ time: Date.now() - 10_800_000, text: "Fog", tags: ["sea"] });
    const after = { accept: "image/svg+xml", "cache-control": "no-cache" };

    expect(moments(before)).toBe(0);
    expect(moments(await (await picture(wanted, after)).text())).toBe(2);
  });

  it("has the values of variables that its address names, as the page has", async () => {
    const usual = await (await picture("?panel=3", { accept: "image/svg+xml" })).text();
    const chosen = await (await picture("?panel=3&var-number=12", { accept: "image/svg+xml" })).text();

    expect(usual).toContain("Chosen 11");
    expect(usual).toContain(">11<");
    expect(chosen).toContain("Chosen 12");
    expect(chosen).toContain(">12<");
  });

  it("says plainly what cannot be drawn, and which question failed", async () => {
    const strange = await (await picture("?panel=4", { accept: "image/svg+xml" })).text();
    const wrong = await (await picture("?panel=5", { accept: "image/svg+xml" })).text();

    expect(strange).toContain("Panels of the type “flame&lt;graph” are not drawn yet.");
    expect(wrong).toContain("The query failed");
  });

  it("asks questions that are longer than an address", async () => {
    const expr = `vector(12) or nothing{job="${"x".repeat(9000)}"}`;
    const panel = { id: 1, type: "stat", gridPos: { x: 0, y: 0, w: 8, h: 8 }, targets: [{ refId: "A", expr }] };
    const body = { metadata: { name: "long" }, spec: { title: "Long", panels: [panel] } };
    await call(`${vedette.url}${DASHBOARDS}`, { bearer: vedette.keys.secret_key, body });

    const answer = await fetch(imageUrl("long", "?panel=1"), {
      headers: { authorization: `Bearer ${viewer}`, accept: "image/svg+xml" },
    });

    expect(await answer.text()).toContain(">12<");
  });

  it("is drawn once for a minute, and anew when the dashboard is saved or the reader asks for it", async () => {
    const look = async (headers: Record<string, string> = {}): Promise<string> =>
      (await picture("?panel=1&width=321", { accept: "image/svg+xml", ...headers })).text();
    const [first, second] = await Promise.all([look(), look()]);
    const path = `${vedette.url}${DASHBOARDS}/pictures`;
    const saved = await call<{ spec: { panels: { title: string }[] } }>(path, { bearer: vedette.keys.secret_key });
    const panels = saved.body.spec.panels.map((panel) => ({ ...panel, title: "Renamed panel" }));
    const spec = { ...saved.body.spec, panels };
    await call(path, { method: "PUT", bearer: vedette.keys.secret_key, body: { ...saved.body, spec } });

    expect(second).toBe(first);
    expect(await look()).toContain("Renamed panel");
    expect(await look({ "cache-control": "no-cache" })).toContain("Renamed panel");
  });

  it("is not shown again to whoever may no longer ask for what is in it", async () => {
    const id = await addPerson(vedette, "narrowed@example.com");
    const { access_token: narrowed } = await signIn(vedette, "narrowed@example.com");
    const asAdmin = (method: string, path: string, body: object) =>
      call(`${vedette.url}${path}`, { method, bearer: vedette.keys.secret_key, body });
    const readDashboards = { action: "dashboards:read", scope: "*" };
    const role = { uid: "looks", name: "Looks" };
    const permissions = [readDashboards, { action: "datasources:query", scope: "*" }];
    const given = [
      await asAdmin("PATCH", `/api/org/users/${id}`, { role: "None" }),
      await asAdmin("POST", "/api/access-control/roles", { ...role, permissions }),
      await asAdmin("POST", `/api/access-control/users/${id}/roles`, { roleUid: "looks" }),
    ];
    const look = async () =>
      (await picture("?panel=2&width=322", { accept: "image/svg+xml", authorization: `Bearer ${narrowed}` })).text();
    const before = [await look(), await look()];
    const taken = await asAdmin("PUT", "/api/access-control/roles/looks", { ...role, permissions: [readDashboards] });

    expect([...given, taken].map(({ status }) => status)).toEqual([200, 201, 200, 200]);
    expect(before[1]).toBe(before[0]);
    expect(await look()).not.toBe(before[0]);
  });

  it.each(["dark", "light"])("draws every kind of panel on %s ground", async (theme) => {
    const seen = new Map<string, number>();
    for (const [at, { type }] of KINDS.entries()) {
      const headers = { authorization: `Bearer ${viewer}` };
      const answer = await fetch(imageUrl("kinds", `?panel=${at + 1}&width=300&height=160&theme=${theme}`), {
        headers,
      });
      const image = nativeImage.createFromBuffer(Buffer.from(await answer.arrayBuffer()));
      seen.set(`${type} ${answer.status}`, colorsOf(image.toBitmap()));
    }
    const board = await fetch(imageUrl("kinds", `?theme=${theme}`), { headers: { authorization: `Bearer ${viewer}` } });

    expect([...seen.keys()]).toEqual(KINDS.map(({ type }) => `${type} 200`));
    // The title alone has fewer.
    expect(Math.min(...seen.values())).toBeGreaterThan(40);
    expect(board.status).toBe(200);
  });

  it.each([
    ["?width=5", 400],
    ["?width=100000", 400],
    ["?width=4096&height=4096", 400],
    ["?theme=pink", 400],
    ["?panel=99", 404],
    [`?var-a=${"x".repeat(1001)}`, 400],
    [`?${"var-a=1&".repeat(101)}`, 400],
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
