import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "./call.ts";
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
  vedette = await startVedette({ dataDir: aDataDir(), env: { VEDETTE_LOG_LEVEL: "info" } });
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

  it.each([
    "application/json garbage",
    "application/json\tgarbage",
    "application/jsonx",
    "application/json, text/plain",
  ])("refuses a body of the type %j", async (contentType) => {
    const answer = await send(target, JSON.stringify(body), contentType);

    expect(answer.status).toBe(415);
  });

  it.each([
    "APPLICATION/JSON",
    "Application/Json; Charset=UTF-8",
    "application/json ;charset=utf-8",
    "application/json;",
  ])("checks a body of the type %j like any other JSON", async (contentType) => {
    expectRefusal(target, await send(target, JSON.stringify({ ...body, [text]: 5 }), contentType));
  });

  it("answers __proto__ and constructor keys without harm", async () => {
    const answer = await send(
      target,
      `{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},${JSON.stringify(body).slice(1)}`,
    );

    expect(answer.status).toBeLessThan(500);
  });
});

const PROTECTED = ["/api/org/users", "/auth/v1/admin/users", "/prometheus/api/v1/query?query=1", `${DASHBOARDS}/cpu`];

describe("a caller without credentials", () => {
  it.each(
    PROTECTED.flatMap((path) =>
      [
        { "X-WEBAUTH-USER": "admin", "X-WEBAUTH-ROLE": "Admin" },
        { "X-Forwarded-User": "admin", "X-Remote-User": "admin", Remote_User: "admin" },
        { "X-Auth-Request-Email": "admin@localhost", "X-Auth-Request-User": "admin" },
        { "X-Original-URL": "/api/health", "X-Rewrite-URL": "/api/health" },
        { "X-HTTP-Method-Override": "OPTIONS", "X-Grafana-Org-Id": "1" },
      ].map((headers) => [path, headers] as const),
    ),
  )("gains nothing at %s with the headers %j", async (path, headers) => {
    expect((await fetch(vedette.url + path, { headers })).status).toBe(401);
  });

  it.each(
    PROTECTED.slice(0, 2).flatMap((path) =>
      [
        `/${path}`,
        path.replaceAll("/", "//"),
        path.replace(/\/(?=[^/]+$)/, "%2F"),
        path.toUpperCase(),
        `${path}/`,
        `${path};a=b`,
        `${path}%20`,
        `${path}%3F`,
        `${path}.json`,
        `/x/%2e%2e${path}`,
      ].flatMap((spelling) => [["GET", spelling] as const, ["POST", spelling] as const]),
    ),
  )("gains nothing with %s %s", async (method, path) => {
    const answer = await fetch(`${vedette.url}${path}`, {
      method,
      redirect: "manual",
      ...(method === "POST" && { headers: { "content-type": "application/json" }, body: "{}" }),
    });

    // Unknown paths are pages.
    const isPage = method === "GET" && answer.headers.get("content-type")?.startsWith("text/html") === true;
    expect(isPage || (answer.status >= 400 && answer.status < 500), `${answer.status}`).toBe(true);
  });
});

describe("brackets in a query", () => {
  it.each([
    ["/api/search", "limit[]=0&limit[a]=0&query[$ne]=x"],
    ["/auth/v1/admin/users", "page[]=9&per_page[a]=1"],
    [DASHBOARDS, "limit[]=1&labelSelector[a]=b"],
    ["/prometheus/api/v1/labels", "start[]=1&limit[a]=1"],
  ])("mean nothing at %s", async (path, query) => {
    const bearer = vedette.keys.secret_key;
    const [plain, bracketed] = await Promise.all(
      [path, `${path}?${query}`].map((url) => call(`${vedette.url}${url}`, { bearer })),
    );

    expect(plain?.status).toBe(200);
    if (bracketed?.status !== 400) expect(bracketed?.body).toEqual(plain?.body);
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

/** An operation of a path, as the server describes it. */
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>>;
  };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every route that the server describes. */
async function describedRoutes(): Promise<Route[]> {
  const answer = await fetch(`${vedette.url}/openapi/v1.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Asks with the secret key. @returns what is wrong with the answer */
async function faultOf(method: string, path: string, body?: string, type = "application/json"): Promise<string[]> {
  asked += 1;
  const answer = await fetch(vedette.url + path, {
    method,
    headers: {
      authorization: `Bearer ${vedette.keys.secret_key}`,
      "x-request-id": `sweep-${asked}`,
      ...(body === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
  });
  const text = await answer.text();
  const isFault = answer.status >= 500 || /node_modules|at \w+ \(|\.ts:\d+/.test(text);
  return isFault
    ? [`${method} ${path.slice(0, 200)} ${body?.slice(0, 80)}: ${answer.status} ${text.slice(0, 200)}`]
    : [];
}

let asked = 0;
const NOWHERE = "nothing-here";
const fill = (path: string, value: string): string => path.replace(/\{[^}]+\}/g, value);

function withOddIds({ path }: Route): string[] {
  if (!path.includes("{")) return [];
  return ["..%2f..%2fetc%2fpasswd", "%00", "%zz", "__proto__", "a".repeat(5000)].map((id) => fill(path, id));
}

function withOddQuestions({ method, path, operation }: Route): string[] {
  if (method !== "GET") return [];
  const names = (operation.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
  // What is watched has no end.
  return names
    .filter((name) => name !== "watch")
    .flatMap((name) =>
      ["%00", "-1", "1e400", "a".repeat(8000), `1&${name}=2`].map((value) => `${fill(path, NOWHERE)}?${name}=${value}`),
    );
}

describe("every route", () => {
  const stateOf = async () =>
    Promise.all(
      [DASHBOARDS, PLAYLISTS, "/auth/v1/admin/users", "/api/datasources", "/api/teams/search"].map(async (path) => {
        const headers = { authorization: `Bearer ${vedette.keys.secret_key}` };
        return (await fetch(vedette.url + path, { headers })).text();
      }),
    );

  it("refuses bodies that it cannot mean, changes nothing, and writes one line for each", async () => {
    const routes = (await describedRoutes()).filter(({ operation }) => operation.requestBody !== undefined);
    const [before, first] = [await stateOf(), asked + 1];
    const faults: string[] = [];
    for (const { method, path, operation } of routes) {
      const names = Object.keys(operation.requestBody?.content["application/json"]?.schema?.properties ?? {});
      const withAll = (value: unknown) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
      const bodies = ["{", "[]", "null", '{"__proto__":{"a":1}}', withAll(-1), withAll("\0"), withAll({ a: [[]] })];
      for (const body of bodies) faults.push(...(await faultOf(method, fill(path, NOWHERE), body)));
      faults.push(...(await faultOf(method, fill(path, NOWHERE), "<a/>", "application/x-unknown")));
    }

    expect(faults).toEqual([]);
    expect(routes.length).toBeGreaterThan(80);
    expect(await stateOf()).toEqual(before);
    await vi.waitFor(() => expect(linesOfRequests(first, asked)).toEqual([]), 25_000);
  });

  it("refuses ids that are none, and questions that mean nothing", async () => {
    const faults: string[] = [];
    const first = asked + 1;
    for (const route of await describedRoutes()) {
      const body = route.operation.requestBody && "{}";
      for (const path of [...withOddIds(route), ...withOddQuestions(route)]) {
        faults.push(...(await faultOf(route.method, path, body)));
      }
    }

    expect(faults).toEqual([]);
    await vi.waitFor(() => expect(linesOfRequests(first, asked)).toEqual([]), 25_000);
  });

  /** Requests between two numbers that have no line in the log, or several. */
  function linesOfRequests(first: number, last: number): number[] {
    const counts = new Map<number, number>();
    for (const [, id] of vedette.output().matchAll(/"reqId":"sweep-(\d+)"[^\n]*"msg":"request"/g)) {
      counts.set(Number(id), (counts.get(Number(id)) ?? 0) + 1);
    }
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return all.filter((id) => counts.get(id) !== 1);
  }
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
