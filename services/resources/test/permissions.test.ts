import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, DATA_SOURCES, FOLDERS, openRoom, PLAYLISTS, type Room, TEAMS, WHO, type Who } from "./room.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may use a route; everybody else gets 401 without a sign-in and 403 with one. */
const EVERYBODY = WHO;
const SIGNED_IN: readonly Who[] = ["wall", "stranger", "viewer", "editor", "admin", "secret-key"];
/** People, none of whom is a program: also those who may nothing here. */
const PEOPLE: readonly Who[] = ["stranger", "viewer", "editor", "admin"];
const READERS: readonly Who[] = ["viewer", "editor", "admin", "secret-key"];
/** Walls, too: they find there what their playlist needs and nothing else. */
const AND_WALLS: readonly Who[] = ["wall", ...READERS];
const WALLS: readonly Who[] = ["wall"];
const EDITORS: readonly Who[] = ["editor", "admin", "secret-key"];
const ADMINS: readonly Who[] = ["admin", "secret-key"];

const uid = "/api/datasources/uid/:uid";
const proxy = "/api/datasources/proxy/uid/:uid/api/v1";
const inNamespace = (path: string) => path.replace("/default/", "/:namespace/");

const allOf = (collection: string) => collection.replace("/namespaces/default", "");
const groupOf = (collection: string) => collection.replace(/\/v1\/.*/, "");

/** Only pages with their cookie may; here everybody comes with a token or key. */
const BY_COOKIE: readonly Who[] = [];

/** Every route of the service. A route without a row here fails. */
const TABLE: readonly (readonly [Method, string, readonly Who[]])[] = [
  ["GET", inNamespace(DASHBOARDS), AND_WALLS],
  ["POST", inNamespace(DASHBOARDS), EDITORS],
  ["DELETE", inNamespace(DASHBOARDS), EDITORS],
  ["GET", inNamespace(`${DASHBOARDS}/:name`), READERS],
  ["GET", inNamespace(`${DASHBOARDS}/:name/dto`), READERS],
  ["GET", inNamespace(DASHBOARDS.replace(/dashboards$/, "search")), AND_WALLS],
  ["PUT", inNamespace(`${DASHBOARDS}/:name`), EDITORS],
  ["PATCH", inNamespace(`${DASHBOARDS}/:name`), EDITORS],
  ["DELETE", inNamespace(`${DASHBOARDS}/:name`), EDITORS],
  ["GET", inNamespace(PLAYLISTS), AND_WALLS],
  ["POST", inNamespace(PLAYLISTS), EDITORS],
  ["DELETE", inNamespace(PLAYLISTS), EDITORS],
  ["GET", inNamespace(`${PLAYLISTS}/:name`), READERS],
  ["PUT", inNamespace(`${PLAYLISTS}/:name`), EDITORS],
  ["PATCH", inNamespace(`${PLAYLISTS}/:name`), EDITORS],
  ["DELETE", inNamespace(`${PLAYLISTS}/:name`), EDITORS],
  ["GET", inNamespace(DATA_SOURCES), ADMINS],
  ["POST", inNamespace(DATA_SOURCES), ADMINS],
  ["DELETE", inNamespace(DATA_SOURCES), ADMINS],
  ["GET", inNamespace(`${DATA_SOURCES}/:name`), ADMINS],
  ["PUT", inNamespace(`${DATA_SOURCES}/:name`), ADMINS],
  ["PATCH", inNamespace(`${DATA_SOURCES}/:name`), ADMINS],
  ["DELETE", inNamespace(`${DATA_SOURCES}/:name`), ADMINS],
  ["GET", inNamespace(FOLDERS), READERS],
  ["POST", inNamespace(FOLDERS), EDITORS],
  ["GET", inNamespace(`${FOLDERS}/:name`), READERS],
  ["PUT", inNamespace(`${FOLDERS}/:name`), EDITORS],
  ["PATCH", inNamespace(`${FOLDERS}/:name`), EDITORS],
  ["DELETE", inNamespace(FOLDERS), EDITORS],
  ["DELETE", inNamespace(`${FOLDERS}/:name`), EDITORS],
  ["GET", inNamespace(TEAMS), ADMINS],
  ["POST", inNamespace(TEAMS), ADMINS],
  ["GET", inNamespace(`${TEAMS}/:name`), ADMINS],
  ["PUT", inNamespace(`${TEAMS}/:name`), ADMINS],
  ["PATCH", inNamespace(`${TEAMS}/:name`), ADMINS],
  ["DELETE", inNamespace(TEAMS), ADMINS],
  ["DELETE", inNamespace(`${TEAMS}/:name`), ADMINS],
  ["GET", allOf(DASHBOARDS), AND_WALLS],
  ["GET", allOf(PLAYLISTS), AND_WALLS],
  ["GET", allOf(FOLDERS), READERS],
  ["GET", allOf(DATA_SOURCES), ADMINS],
  ["GET", allOf(TEAMS), ADMINS],
  ...[DASHBOARDS, PLAYLISTS, FOLDERS, DATA_SOURCES, TEAMS].flatMap((collection) => [
    ["GET", groupOf(collection), SIGNED_IN] as const,
    ["GET", `${groupOf(collection)}/v1`, SIGNED_IN] as const,
    ["GET", `/openapi/v3${groupOf(collection)}/v1`, SIGNED_IN] as const,
  ]),
  ...["authentication", "authorization"].flatMap((group) => [
    ["GET", `/apis/${group}.k8s.io`, SIGNED_IN] as const,
    ["GET", `/apis/${group}.k8s.io/v1`, SIGNED_IN] as const,
  ]),
  ["POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", SIGNED_IN],
  ["POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", SIGNED_IN],
  ["POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", SIGNED_IN],
  ["GET", "/apis", SIGNED_IN],
  ["GET", "/api", SIGNED_IN],
  ["GET", "/api/v1", SIGNED_IN],
  ["GET", "/api/v1/namespaces", SIGNED_IN],
  ["GET", "/api/v1/namespaces/:namespace", SIGNED_IN],
  ["GET", "/openapi/v2", SIGNED_IN],
  ["GET", "/openapi/v3", SIGNED_IN],
  ["GET", "/version", EVERYBODY],
  ["GET", "/bootdata", EVERYBODY],
  ["GET", "/api/health", EVERYBODY],
  ["POST", "/api/setup", EVERYBODY],
  ["POST", "/api/login", EVERYBODY],
  ["GET", "/api/login/ping", SIGNED_IN],
  ["GET", "/api/login/person", EVERYBODY],
  ["GET", "/api/login/session", EVERYBODY],
  ["POST", "/api/login/session", EVERYBODY],
  ["POST", "/api/login/token", BY_COOKIE],
  ["POST", "/api/login/administrator-token", BY_COOKIE],
  ["POST", "/api/logout", EVERYBODY],
  ["GET", "/api/user", SIGNED_IN],
  ["GET", "/api/users", ADMINS],
  ["GET", "/api/audit", ADMINS],
  ["GET", "/api/audit/chain", ADMINS],
  ["GET", "/api/audit/records", ADMINS],
  ["GET", "/api/system", ADMINS],
  ["GET", "/api/system/findings", ADMINS],
  ["POST", "/api/org/invites", ADMINS],
  ["GET", "/api/inbox", ADMINS],
  ["GET", "/api/inbox/:id", ADMINS],
  ["GET", "/api/search", AND_WALLS],
  ["GET", "/api/changes", SIGNED_IN],
  ["GET", "/api/dashboards/tags", AND_WALLS],
  ["GET", "/api/dashboards/uid/:uid", READERS],
  ["POST", "/api/dashboards/db", EDITORS],
  ["POST", "/api/dashboards/import", EDITORS],
  ["POST", "/api/dashboards/import/compare", READERS],
  ["DELETE", "/api/dashboards/uid/:uid", EDITORS],
  ["GET", "/api/dashboards/home", SIGNED_IN],
  ["GET", "/api/dashboards/uid/:uid/versions", READERS],
  ["GET", "/api/dashboards/uid/:uid/versions/:version", READERS],
  ["POST", "/api/dashboards/uid/:uid/restore", EDITORS],
  ["GET", "/api/dashboards/trash", READERS],
  ["PATCH", "/api/dashboards/uid/:uid/trash", EDITORS],
  ["GET", "/api/folders", READERS],
  ["POST", "/api/folders", EDITORS],
  ["GET", "/api/folders/:uid", READERS],
  ["PUT", "/api/folders/:uid", EDITORS],
  ["DELETE", "/api/folders/:uid", EDITORS],
  ["POST", "/api/folders/:uid/move", EDITORS],
  ["GET", "/api/folders/:uid/counts", READERS],
  ...["/api/folders", "/api/dashboards/uid"].flatMap((path) => [
    ["GET", `${path}/:uid/permissions`, ADMINS] as const,
    ["POST", `${path}/:uid/permissions`, ADMINS] as const,
  ]),
  ["GET", "/api/playlists", AND_WALLS],
  ["POST", "/api/playlists", EDITORS],
  ["GET", "/api/playlists/:uid", READERS],
  ["PUT", "/api/playlists/:uid", EDITORS],
  ["DELETE", "/api/playlists/:uid", EDITORS],
  ["GET", "/api/playlists/:uid/items", READERS],
  ["GET", "/api/frontend/settings", SIGNED_IN],
  ["GET", "/api/org", SIGNED_IN],
  ["GET", "/api/org/users", ADMINS],
  ["PATCH", "/api/org/users/:userId", ADMINS],
  ["GET", "/api/user/orgs", SIGNED_IN],
  ["GET", "/api/users/lookup", ADMINS],
  ["GET", "/api/users/providers", ADMINS],
  ["GET", "/api/users/:uid", ADMINS],
  ["GET", "/api/user/stars", SIGNED_IN],
  ["POST", "/api/user/stars/dashboard/uid/:uid", READERS],
  ["DELETE", "/api/user/stars/dashboard/uid/:uid", READERS],
  ["GET", "/api/user/drafts", EDITORS],
  ["GET", "/api/user/drafts/dashboards/:uid", EDITORS],
  ["PUT", "/api/user/drafts/dashboards/:uid", EDITORS],
  ["DELETE", "/api/user/drafts/dashboards/:uid", EDITORS],
  ["GET", "/api/user/preferences", PEOPLE],
  ["PATCH", "/api/user/preferences", PEOPLE],
  ["GET", "/api/dashboards/views", AND_WALLS],
  ["POST", "/api/dashboards/uid/:uid/views", READERS],
  ["GET", "/api/annotations", AND_WALLS],
  ["GET", "/api/annotations/:id", AND_WALLS],
  ["POST", "/api/annotations", EDITORS],
  ["PUT", "/api/annotations/:id", EDITORS],
  ["PATCH", "/api/annotations/:id", EDITORS],
  ["DELETE", "/api/annotations/:id", EDITORS],
  ["POST", "/api/snapshots", EDITORS],
  ["GET", "/api/snapshots/:key", AND_WALLS],
  ["DELETE", "/api/snapshots/:key", EDITORS],
  ["GET", "/api/public/snapshots/:key", EVERYBODY],
  ["GET", "/api/dashboard/snapshots", AND_WALLS],
  ["GET", "/api/snapshot/shared-options", SIGNED_IN],
  ["GET", "/api/user/teams", SIGNED_IN],
  ["POST", "/api/teams", ADMINS],
  ["GET", "/api/teams/search", ADMINS],
  ["GET", "/api/teams/:teamId", ADMINS],
  ["PUT", "/api/teams/:teamId", ADMINS],
  ["DELETE", "/api/teams/:teamId", ADMINS],
  ["GET", "/api/teams/:teamId/members", ADMINS],
  ["POST", "/api/teams/:teamId/members", ADMINS],
  ["DELETE", "/api/teams/:teamId/members/:userId", ADMINS],
  ["GET", "/api/teams/:teamId/groups", ADMINS],
  ["POST", "/api/teams/:teamId/groups", ADMINS],
  ["DELETE", "/api/teams/:teamId/groups", ADMINS],
  ["DELETE", "/api/teams/:teamId/groups/:groupId", ADMINS],
  ["GET", "/api/teams/:teamId/groups/search", ADMINS],
  ["POST", "/api/serviceaccounts", ADMINS],
  ["GET", "/api/serviceaccounts/search", ADMINS],
  ["GET", "/api/serviceaccounts/tokens", ADMINS],
  ["GET", "/api/serviceaccounts/:id", ADMINS],
  ["PATCH", "/api/serviceaccounts/:id", ADMINS],
  ["DELETE", "/api/serviceaccounts/:id", ADMINS],
  ["GET", "/api/serviceaccounts/:id/tokens", ADMINS],
  ["POST", "/api/serviceaccounts/:id/tokens", ADMINS],
  ["DELETE", "/api/serviceaccounts/:id/tokens/:tokenId", ADMINS],
  ["GET", "/api/user/tokens", BY_COOKIE],
  ["POST", "/api/user/tokens", BY_COOKIE],
  ["DELETE", "/api/user/tokens/:tokenId", BY_COOKIE],
  ["GET", "/api/users/:uid/tokens", ADMINS],
  ["DELETE", "/api/users/:uid/tokens/:tokenId", ADMINS],
  ["GET", "/api/access-control/actions", SIGNED_IN],
  ["GET", "/api/access-control/user/permissions", SIGNED_IN],
  ["GET", "/api/access-control/users/:id/permissions", ADMINS],
  ["GET", "/api/access-control/subjects", ADMINS],
  ["GET", "/api/access-control/roles", ADMINS],
  ["POST", "/api/access-control/roles", ADMINS],
  ["GET", "/api/access-control/roles/:roleUid", ADMINS],
  ["PUT", "/api/access-control/roles/:roleUid", ADMINS],
  ["DELETE", "/api/access-control/roles/:roleUid", ADMINS],
  ...["users", "teams"].flatMap((subject) => [
    ["GET", `/api/access-control/${subject}/:id/roles`, ADMINS] as const,
    ["POST", `/api/access-control/${subject}/:id/roles`, ADMINS] as const,
    ["DELETE", `/api/access-control/${subject}/:id/roles/:roleUid`, ADMINS] as const,
  ]),
  ...["folders", "dashboards"].flatMap((resource) => [
    ["GET", `/api/access-control/${resource}/:uid`, ADMINS] as const,
    ["POST", `/api/access-control/${resource}/:uid/users/:id`, ADMINS] as const,
    ["POST", `/api/access-control/${resource}/:uid/teams/:id`, ADMINS] as const,
    ["POST", `/api/access-control/${resource}/:uid/builtInRoles/:id`, ADMINS] as const,
  ]),
  ["GET", "/api/datasources", AND_WALLS],
  ["POST", "/api/datasources", ADMINS],
  ["GET", uid, READERS],
  ["PUT", uid, ADMINS],
  ["DELETE", uid, ADMINS],
  ["GET", "/api/walls", EDITORS],
  ["POST", "/api/walls", ADMINS],
  ["PUT", "/api/walls/:id", ADMINS],
  ["PUT", "/api/walls/:id/display", ADMINS],
  ["DELETE", "/api/walls/:id", ADMINS],
  ["POST", "/api/walls/:id/commands", ADMINS],
  ["GET", "/api/walls/:id/screens/:screen/picture", EDITORS],
  ["POST", "/api/wall/pairing", EVERYBODY],
  ["GET", "/api/wall/pairing", EVERYBODY],
  ["POST", "/api/wall/report", WALLS],
  ["PUT", "/api/wall/screens/:screen/picture", WALLS],
  ...[
    "query",
    "query_range",
    "labels",
    "label/:name/values",
    "series",
    "metadata",
    "query_exemplars",
    "format_query",
    "parse_query",
    "rules",
    "alerts",
    "alertmanagers",
    "targets",
    "targets/metadata",
    "scrape_pools",
    "status/buildinfo",
    "status/runtimeinfo",
    "status/flags",
    "status/tsdb",
    "status/walreplay",
  ].flatMap((path) => [["GET", `${proxy}/${path}`, READERS] as const, ["POST", `${proxy}/${path}`, READERS] as const]),
];

const MERGE_PATCH = { headers: { "content-type": "application/merge-patch+json" } };

/** Routes that answer 401 for reasons of their own to those who may use them: they take a password. */
const TAKES_PASSWORD: ReadonlySet<string> = new Set(["POST /api/login"]);

onEachStore("the permission table", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it("has a row for every route", () => {
    const served = routesOf(room).filter((route) => !/ \/auth\/v1|^OPTIONS /.test(route));
    const listed = TABLE.map(([method, path]) => `${method} ${path}`);

    expect(served.length).toBeGreaterThan(40);
    expect(served.toSorted()).toEqual(listed.toSorted());
  });

  describe.each(TABLE)("%s %s", (method, path, allowed) => {
    it.each(WHO)("is what the table says for %s", async (who) => {
      // By HEAD an answer ends that has no end otherwise.
      const verb = path === "/api/changes" ? "HEAD" : method;
      const { status } = await room.ask(verb, addressOf(method, path), { as: who, ...bodyFor(method, path) });

      const isRefused = status === 403 || (status === 401 && !TAKES_PASSWORD.has(`${method} ${path}`));
      expect({ who, isRefused }).toEqual({ who, isRefused: !allowed.includes(who) });
      if (isRefused) expect(status).toBe(who === "nobody" ? 401 : 403);
    });
  });
});

/** A token of an administrators' account that is for playlists alone: beyond them it is a stranger. */
onEachStore("the permission table of a narrowed token", (openTestDatabase) => {
  let room: Room;
  let headers: { readonly authorization: string };
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    const account = await room.ask("POST", "/api/serviceaccounts", { body: { name: "Narrow", role: "Admin" } });
    const permissions = [{ action: "playlists:read" }];
    const path = `/api/serviceaccounts/${String(at(account, "id"))}/tokens`;
    const made = await room.ask("POST", path, { body: { name: "playlists", permissions } });
    headers = { authorization: `Bearer ${String(at(made, "key"))}` };
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it.each(TABLE)("%s %s", async (method, path, allowed) => {
    const verb = path === "/api/changes" ? "HEAD" : method;
    const { headers: more = {}, ...rest }: { headers?: object; body?: object } = bodyFor(method, path);
    const { status } = await room.ask(verb, addressOf(method, path), {
      as: "nobody",
      ...rest,
      headers: { ...more, ...headers },
    });

    const isRefused = status === 403 || (status === 401 && !TAKES_PASSWORD.has(`${method} ${path}`));
    const isForIt = method === "GET" && /\/playlists(\/|$)/.test(path) && allowed.includes("viewer");
    expect(isRefused).toBe(!isForIt && (allowed === PEOPLE || !allowed.includes("stranger")));
  });
});

onEachStore("a page of another site", (openTestDatabase) => {
  it.each([DASHBOARDS, "/api/user"])("reads at %s only what listed origins may, refusals included", async (url) => {
    await using room = await openRoom(openTestDatabase, {
      allowedOrigins: ["https://wall.example"],
      people: "nobody",
    });

    const answers = ["https://wall.example", "https://other.example"].map((origin) =>
      room.app.inject({ url, headers: { origin } }),
    );

    const allowed = (await Promise.all(answers)).map(({ headers }) => headers["access-control-allow-origin"]);
    expect(allowed).toEqual(["https://wall.example", undefined]);
  });
});

function bodyFor(method: Method, path: string): object {
  if (method === "GET" || method === "DELETE") return {};
  return { body: {}, ...(method === "PATCH" && path.startsWith("/apis/") ? MERGE_PATCH : {}) };
}

/** Addresses of objects that are not there, so that nothing is changed by those who may. */
function addressOf(method: Method, path: string): string {
  const removesAll = method === "DELETE" && path.startsWith("/apis/") && !path.endsWith(":name");
  return `${path}${removesAll ? "?dryRun=All" : ""}`
    .replace(":namespace", "default")
    .replace("users/:uid", "users/11111111-1111-4111-8111-111111111111")
    .replace(":version", "1")
    .replace(":uid", "not-there")
    .replace(":name", "not_there")
    .replace(":userId", "11111111-1111-4111-8111-111111111111")
    .replace(":teamId", "999")
    .replace(":tokenId", "999")
    .replace(":roleUid", "not-there")
    .replace(":id", path.startsWith("/api/inbox") ? "11111111-1111-4111-8111-111111111111" : "999");
}

/** Every route, as the router prints them. */
function routesOf({ app }: Room): string[] {
  const routes: string[] = [];
  const path: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const found = /^([│ ]*)(?:├──|└──) (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (found === null) continue;
    const [, indent = "", part = "", methods = ""] = found;
    path.length = indent.length / 4;
    path.push(part);
    const url = path.join("").replace(/(?<=.)\/$/, "");
    for (const method of methods.split(", ")) if (method !== "" && method !== "HEAD") routes.push(`${method} ${url}`);
  }
  return [...new Set(routes)];
}
