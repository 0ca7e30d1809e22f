import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aDataDir, type RunningVedette, removeDataDir, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

/** An address that takes a body, and a body that it would accept. */
interface Target {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A field whose value must be text. */
  readonly text: string;
}

const TARGETS: readonly Target[] = [
  {
    method: "POST",
    path: "/auth/v1/signup",
    body: { email: "a@example.com", password: "correct horse battery" },
    text: "email",
  },
  {
    method: "POST",
    path: "/auth/v1/token?grant_type=password",
    body: { email: "a@example.com", password: "x" },
    text: "email",
  },
  {
    method: "POST",
    path: "/auth/v1/token?grant_type=refresh_token",
    body: { refresh_token: "x" },
    text: "refresh_token",
  },
  { method: "POST", path: "/auth/v1/verify", body: { type: "signup", token_hash: "x" }, text: "token_hash" },
  { method: "POST", path: "/auth/v1/invite", body: { email: "b@example.com" }, text: "email" },
  {
    method: "POST",
    path: "/api/setup",
    body: { code: "x", email: "a@example.com", password: "correct horse battery" },
    text: "code",
  },
  { method: "POST", path: "/api/login", body: { email: "a@example.com", password: "x" }, text: "email" },
  { method: "POST", path: "/api/org/invites", body: { email: "c@example.com" }, text: "email" },
  {
    method: "POST",
    path: "/api/datasources",
    body: { name: "p", type: "prometheus", url: "http://10.0.0.1" },
    text: "name",
  },
  { method: "POST", path: DASHBOARDS, body: { metadata: { name: "d" }, spec: { title: "d" } }, text: "kind" },
  { method: "PUT", path: `${DASHBOARDS}/d`, body: { metadata: { name: "d" }, spec: { title: "d" } }, text: "kind" },
  {
    method: "POST",
    path: PLAYLISTS,
    body: { metadata: { name: "p" }, spec: { title: "p", interval: "5m", items: [] } },
    text: "kind",
  },
];

/** Ids that try to be something else. */
const IDS = [
  "..",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "%2f",
  "%00",
  "__proto__",
  "constructor",
  "a".repeat(5000),
  "%F0%9F%92%A9",
  "%zz",
  "'--",
  "a;b",
];

let vedette: RunningVedette;

beforeAll(async () => {
  vedette = await startVedette({ dataDir: aDataDir() });
});

afterAll(async () => {
  await vedette.stop();
  removeDataDir(vedette.dataDir);
});

async function send(
  { method, path }: Pick<Target, "method" | "path">,
  body: string | Buffer,
  contentType = "application/json",
) {
  const answer = await fetch(vedette.url + path, {
    method,
    headers: { "content-type": contentType, authorization: `Bearer ${vedette.keys.secret_key}` },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

/** The documented form of each surface, and nothing of the inside. */
function expectRefusal({ path }: Pick<Target, "path">, answer: Awaited<ReturnType<typeof send>>): void {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.type).toContain("application/json");
  const body = JSON.parse(answer.text);
  if (path.startsWith("/auth/v1")) expect(body.msg ?? body.error_description).toEqual(expect.any(String));
  else if (path.startsWith("/apis"))
    expect(body).toMatchObject({ kind: "Status", status: "Failure", code: answer.status });
  else expect(body.message).toEqual(expect.any(String));
  expect(answer.text).not.toMatch(/node_modules|at \w+ \(|select |insert |\.ts:\d+/i);
}

describe.each(TARGETS)("$method $path", (target) => {
  const { body, text } = target;
  it.each<[string, string | Buffer, string?]>([
    ["broken JSON", "{"],
    ["no body", ""],
    ["a list", "[]"],
    ["text", '"text"'],
    ["null", "null"],
    ["a number where text belongs", JSON.stringify({ ...body, [text]: 5 })],
    ["an object where text belongs", JSON.stringify({ ...body, [text]: { $ne: "" } })],
    ["over-long text", JSON.stringify({ ...body, [text]: "a".repeat(200_000) })],
    ["an escaped NUL", JSON.stringify({ ...body, [text]: "a\0b" })],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["10 000 levels", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["the type text/plain", JSON.stringify(body), "text/plain"],
    ["the type of a form", "a=b", "application/x-www-form-urlencoded"],
    ["another charset", JSON.stringify(body), "application/json; charset=utf-16"],
  ])("refuses %s and stays healthy", async (_what, payload, contentType) => {
    expectRefusal(target, await send(target, payload, contentType));
    expect((await fetch(`${vedette.url}/readyz`)).status).toBe(200);
  });

  it("answers __proto__ and constructor keys without harm", async () => {
    const answer = await send(
      target,
      `{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},${JSON.stringify(body).slice(1)}`,
    );

    expect(answer.status).toBeLessThan(500);
  });
});

describe("an id that tries to be something else", () => {
  const paths = [
    `${DASHBOARDS}/`,
    `${PLAYLISTS}/`,
    "/auth/v1/admin/users/",
    "/api/datasources/uid/",
    "/api/inbox/",
    "/prometheus/api/v1/label/",
  ];

  it.each(paths.flatMap((path) => IDS.map((id) => [path, id])))("%s%s is refused", async (path, id) => {
    const answer = await fetch(vedette.url + path + id, {
      headers: { authorization: `Bearer ${vedette.keys.secret_key}` },
    });
    const text = await answer.text();

    // A path such as `..` is resolved by the client itself: what it then asks for may be a page.
    if (answer.headers.get("content-type")?.includes("text/html")) return;
    expect(answer.status, text).toBeLessThan(500);
    expect(text).not.toMatch(/root:|node_modules|select /i);
  });
});

describe("nobody", () => {
  it.each([
    ...TARGETS.filter(({ path }) => !/signup|token|verify|setup|login/.test(path)),
    { method: "GET", path: DASHBOARDS },
    { method: "GET", path: "/api/users" },
    { method: "GET", path: "/prometheus/api/v1/labels" },
  ])("is told 401 at $method $path, whatever the body", async ({ method, path }) => {
    const answer = await fetch(vedette.url + path, {
      method,
      ...(method === "GET" ? {} : { body: "{", headers: { "content-type": "application/json" } }),
    });

    expect(answer.status).toBe(401);
  });
});
