import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Reply, type Room } from "./room.ts";

const SNAPSHOT = { dashboard: { title: "Snapshot" } };
const PLAYLIST_SPEC = { interval: "5m", items: [] };

/** Ids of the objects in one of the two folders. */
interface Place {
  readonly name: "open" | "closed";
  readonly annotation: string;
  readonly snapshot: string;
  readonly version: string;
}

type Row = readonly [
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: (place: Place) => string,
  body?: ((place: Place) => unknown) | undefined,
  /** 404 for ids that the server makes, where an unknown id gets the same response. */
  refusal?: 404,
];

const uid = (path: string) => (place: Place) => `/api/dashboards/uid/d-${place.name}${path}`;
const dashboard = (place: Place) => `${DASHBOARDS}/d-${place.name}`;
const draft = (place: Place) => `/api/user/drafts/dashboards/d-${place.name}`;
const annotation = (place: Place) => `/api/annotations/${place.annotation}`;
const objectOf = (place: Place, title = "T") => ({
  metadata: { name: `d-${place.name}`, annotations: { "vedette.app/folder": place.name } },
  spec: { title },
});

/** Requests about one dashboard; those that delete something come last. */
const ROWS: Readonly<Record<string, Row>> = {
  "reads a dashboard": ["GET", dashboard],
  "reads a dashboard by the legacy API": ["GET", uid("")],
  "reads a dashboard with its permissions": ["GET", (place) => `${dashboard(place)}/dto`],
  "updates a dashboard": ["PUT", dashboard, (place) => objectOf(place, "Updated")],
  "updates a dashboard by the legacy API": [
    "POST",
    () => "/api/dashboards/db",
    ({ name }) => ({ dashboard: { uid: `d-${name}`, title: "Legacy" }, folderUid: name, overwrite: true }),
  ],
  "lists versions": ["GET", uid("/versions")],
  "reads a version": ["GET", ({ name, version }) => `/api/dashboards/uid/d-${name}/versions/${version}`],
  "restores a version": ["POST", uid("/restore"), ({ version }) => ({ version: Number(version) })],
  "counts a view": ["POST", uid("/views"), () => ({})],
  "stars a dashboard": ["POST", ({ name }) => `/api/user/stars/dashboard/uid/d-${name}`, () => ({})],
  "stores a draft": ["PUT", draft, () => ({ base: {}, spec: {} })],
  "reads a draft": ["GET", draft],
  "deletes a draft": ["DELETE", draft],
  "lists annotations": ["GET", ({ name }) => `/api/annotations?dashboardUID=d-${name}`],
  "reads an annotation": ["GET", annotation, undefined, 404],
  "creates an annotation": [
    "POST",
    () => "/api/annotations",
    ({ name }) => ({ dashboardUID: `d-${name}`, time: 1_000, text: "new" }),
  ],
  "updates an annotation": ["PATCH", annotation, () => ({ text: "changed" }), 404],
  "deletes an annotation": ["DELETE", annotation, undefined, 404],
  "reads a snapshot": ["GET", ({ snapshot }) => `/api/snapshots/${snapshot}`, undefined, 404],
  "deletes a dashboard": ["DELETE", dashboard],
  "restores a dashboard from the trash": ["PATCH", ({ name }) => `/api/dashboards/uid/g-${name}/trash`, () => ({})],
  "deletes a dashboard by the legacy API": ["DELETE", ({ name }) => `/api/dashboards/uid/l-${name}`],
  "creates a dashboard": [
    "POST",
    () => DASHBOARDS,
    (place) => ({ ...objectOf(place), metadata: { ...objectOf(place).metadata, name: `new-${place.name}` } }),
  ],
  "reads a folder": ["GET", ({ name }) => `${FOLDERS}/${name}`],
  "updates a folder": [
    "PUT",
    ({ name }) => `${FOLDERS}/${name}`,
    ({ name }) => ({ metadata: { name }, spec: { title: "F" } }),
  ],
  "deletes a folder": ["DELETE", ({ name }) => `${FOLDERS}/${name}`],
};

/** Lists that contain only the objects that the caller can read. */
const LISTS = [
  DASHBOARDS,
  FOLDERS,
  "/api/search",
  "/api/search?tag=common",
  "/api/dashboards/tags",
  "/api/dashboards/views?dashboardUIDs=d-open&dashboardUIDs=d-closed",
  "/api/dashboards/trash",
  "/api/dashboard/snapshots",
  "/api/annotations?tags=common",
  "/api/user/stars",
  `${DASHBOARDS}?watch=true&timeoutSeconds=1`,
  "/apis/dashboard.vedette.app/v1/namespaces/default/search?query=secretword",
] as const;

onEachStore("a user with rights on one folder", (openTestDatabase) => {
  let room: Room;
  const places = new Map<string, Place>();
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    const user = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
    for (const name of ["open", "closed"] as const) places.set(name, await createPlace(name));
    const grant = `/api/access-control/folders/open/users/${user}`;
    expectSuccess(await room.ask("POST", grant, { body: { permission: "Edit" } }));
    const playlist = { metadata: { name: "hall" }, spec: { title: "Hall", ...PLAYLIST_SPEC } };
    expectSuccess(await room.ask("POST", PLAYLISTS, { body: playlist }));
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  async function createPlace(name: Place["name"]): Promise<Place> {
    const metadata = { name: `d-${name}`, annotations: { "vedette.app/folder": name } };
    const spec = { title: `secretword ${name}`, tags: ["common", `tag-${name}`] };
    const dashboardUID = metadata.name;
    expectSuccess(await room.ask("POST", FOLDERS, { body: { metadata: { name }, spec: { title: name } } }));
    expectSuccess(await room.ask("POST", DASHBOARDS, { body: { metadata, spec } }));
    expectSuccess(await room.ask("POST", DASHBOARDS, { body: { metadata: { ...metadata, name: `l-${name}` }, spec } }));
    const deleted = { metadata: { ...metadata, name: `g-${name}` }, spec };
    expectSuccess(await room.ask("POST", DASHBOARDS, { body: deleted }));
    expectSuccess(await room.ask("DELETE", `${DASHBOARDS}/g-${name}`));
    const body = { dashboardUID, time: 1_000, text: `text-${name}`, tags: ["common"] };
    const added = expectSuccess(await room.ask("POST", "/api/annotations", { body }));
    const taken = { ...SNAPSHOT, name: `snapshot-${name}`, dashboardUid: dashboardUID };
    const snapshot = expectSuccess(await room.ask("POST", "/api/snapshots", { body: taken }));
    await room.ask("POST", `/api/dashboards/uid/${dashboardUID}/views`, { as: "viewer", body: {} });
    return { name, annotation: String(at(added, "id")), snapshot: String(at(snapshot, "key")), version: "1" };
  }

  function expectSuccess(reply: Reply): Reply {
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply;
  }

  const placeOf = (name: string): Place => {
    const place = places.get(name);
    if (place === undefined) throw new TypeError(`${name} is missing`);
    return place;
  };
  const send = ([method, path, body]: Row, place: Place) =>
    room.ask(method, path(place), { as: "stranger", body: body?.(place) });

  it.each(LISTS)("sees only its objects at %s", async (path) => {
    const reply = expectSuccess(await room.ask("GET", path, { as: "stranger" }));
    const all = expectSuccess(await room.ask("GET", path));

    expect(reply.text).not.toContain("closed");
    if (path !== "/api/user/stars") {
      expect(reply.text).toContain("open");
      expect(all.text).toContain("closed");
    }
  });

  it.each(Object.entries(ROWS))("%s in that folder and not in another one", async (_title, row) => {
    const stateOf = async () => (await room.ask("GET", `${DASHBOARDS}/d-closed`)).text;
    const before = await stateOf();
    const refused = await send(row, placeOf("closed"));

    expect([refused.status, refused.text], refused.text).toEqual([
      row[3] ?? 403,
      expect.not.stringContaining("secretword"),
    ]);
    expect(await stateOf()).toBe(before);
    expectSuccess(await send(row, placeOf("open")));
  });

  it("moves nothing into or out of another folder", async () => {
    const [open, closed] = [placeOf("open"), placeOf("closed")];
    const into = { ...objectOf(open), metadata: { ...objectOf(closed).metadata, name: "d-open" } };
    const out = { ...objectOf(closed), metadata: { ...objectOf(open).metadata, name: "d-closed" } };

    expect((await room.ask("PUT", `${DASHBOARDS}/d-open`, { as: "stranger", body: into })).status).toBeOneOf([
      403, 404,
    ]);
    expect((await room.ask("PUT", `${DASHBOARDS}/d-closed`, { as: "stranger", body: out })).status).toBe(403);
  });

  it("reads and changes only the playlist of its role, and deletes only its own snapshots", async () => {
    const other = { metadata: { name: "other" }, spec: { title: "Other", ...PLAYLIST_SPEC } };
    expectSuccess(await room.ask("POST", PLAYLISTS, { body: other }));
    const permissions = ["read", "write"].map((verb) => ({
      action: `playlists:${verb}`,
      scope: "playlists:uid:other",
    }));
    permissions.push(
      { action: "snapshots:create", scope: "" },
      { action: "dashboards:read", scope: "folders:uid:open" },
    );
    const role = { uid: "one-playlist", name: "One playlist", version: 1, permissions };
    expectSuccess(await room.ask("POST", "/api/access-control/roles", { body: role }));
    const viewer = String(at(await room.ask("GET", "/api/users?query=viewer@"), "users.0.uid"));
    const path = `/api/access-control/users/${viewer}`;
    expectSuccess(await room.ask("PATCH", `/api/org/users/${viewer}`, { body: { role: "None" } }));
    expectSuccess(await room.ask("POST", `${path}/roles`, { body: { roleUid: role.uid } }));
    const as = "viewer";

    expect((await room.ask("GET", PLAYLISTS, { as })).text).not.toContain("Hall");
    expect((await room.ask("GET", `${PLAYLISTS}/other`, { as })).status).toBe(200);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { metadata: { name: "hall", resourceVersion: "1" }, spec: { title: "Taken", ...PLAYLIST_SPEC } }],
      ["DELETE", undefined],
    ] as const) {
      expect((await room.ask(method, `${PLAYLISTS}/hall`, { as, body })).status, method).toBe(403);
    }
    expect((await room.ask("GET", `${PLAYLISTS}/hall`)).text).toContain("Hall");

    const snapshot = `/api/snapshots/${placeOf("closed").snapshot}`;
    expect((await room.ask("DELETE", snapshot, { as })).status).toBe(404);
    expect((await room.ask("GET", snapshot)).status).toBe(200);
    const own = expectSuccess(await room.ask("POST", "/api/snapshots", { as, body: { ...SNAPSHOT, name: "own" } }));
    expect((await room.ask("DELETE", `/api/snapshots/${String(at(own, "key"))}`, { as })).status).toBeLessThan(300);
  });

  it.each([
    ["GET", PLAYLISTS],
    ["GET", `${PLAYLISTS}/hall`],
    ["GET", "/api/playlists"],
    ["GET", "/api/walls"],
    ["DELETE", `${PLAYLISTS}/hall`],
  ] as const)("cannot %s %s without a permission on playlists", async (method, path) => {
    expect((await room.ask(method, path, { as: "stranger" })).status).toBe(403);
    expect((await room.ask(method, path)).status).toBe(200);
  });
});
