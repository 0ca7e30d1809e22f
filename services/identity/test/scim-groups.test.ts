import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { externalGroups } from "../src/index.ts";
import { aUser, call } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const TOKEN = "directory-token-directory-token-1";
const SETTINGS = { "auth.scim.enabled": true, "auth.scim.token": TOKEN };
const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

const scim = (server: IdentityServer, route: `${string} /${string}`, body?: object) => {
  const [method = "", path = ""] = route.split(" ", 2);
  const headers = { "content-type": "application/scim+json" };
  return call(server, `${method} /scim/v2${path}`, { bearer: TOKEN, ...(body && { body, headers }) });
};

async function person(server: IdentityServer, name: string): Promise<string> {
  return String((await scim(server, "POST /Users", { userName: `${name}@example.com` })).json["id"]);
}

async function group(server: IdentityServer, displayName: string, members: readonly string[] = []): Promise<string> {
  const body = { schemas: [SCHEMA], displayName, members: members.map((value) => ({ value })) };
  return String((await scim(server, "POST /Groups", body)).json["id"]);
}

const patch = (...Operations: object[]) => ({ Operations });

const membersOf = ({ json }: { json: Readonly<Record<string, unknown>> }) =>
  ((json["members"] ?? []) as { value: string }[]).map(({ value }) => value).sort();

/** The groups of the directory as teams see them. */
async function toldOf(server: IdentityServer, userId: string): Promise<string[]> {
  const told = externalGroups.compile(server.identity.db).sql;
  const { rows } = await server.db.query(
    `select told.provider || '/' || told.group_id as name from (${told}) told where told.user_id = $1 order by 1`,
    [userId],
  );
  return rows.map(({ name }) => String(name));
}

onEachStore("groups of a directory", (open) => {
  it("are created, listed, replaced, changed and deleted", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const [ada = "", bob = ""] = [await person(server, "ada"), await person(server, "bob")];

    const created = await scim(server, "POST /Groups", {
      schemas: [SCHEMA],
      displayName: "Ops",
      externalId: "g-1",
      members: [{ value: ada, display: "Ada" }],
    });
    const id = String(created.json["id"]);
    const location = `${server.url}/auth/v1/scim/v2/Groups/${id}`;
    expect(created).toMatchObject({
      status: 201,
      headers: { location, "content-type": "application/scim+json; charset=utf-8" },
      json: {
        schemas: [SCHEMA],
        id,
        displayName: "Ops",
        externalId: "g-1",
        members: [{ value: ada, type: "User", $ref: `${server.url}/auth/v1/scim/v2/Users/${ada}` }],
        meta: { resourceType: "Group", location, created: expect.any(String), lastModified: expect.any(String) },
      },
    });
    expect((await scim(server, `GET /Groups/${id}`)).json).toEqual(created.json);

    const changed = await scim(
      server,
      `PATCH /Groups/${id}`,
      patch({ op: "add", path: "members", value: [{ value: bob }] }),
    );
    expect(membersOf(changed)).toEqual([ada, bob].sort());
    const without = await scim(
      server,
      `PATCH /Groups/${id}`,
      patch({ op: "Remove", path: `members[value eq "${ada}"]` }),
    );
    expect(membersOf(without)).toEqual([bob]);
    const both = patch(
      { op: "remove", path: "members", value: [{ value: bob }] },
      { op: "add", value: { members: [{ value: ada }], id: "ignored" } },
      { op: "replace", path: "displayName", value: "Operators" },
    );
    const swapped = await scim(server, `PATCH /Groups/${id}`, both);
    expect([membersOf(swapped), swapped.json["displayName"]]).toEqual([[ada], "Operators"]);
    const replaced = await scim(
      server,
      `PATCH /Groups/${id}`,
      patch({ op: "replace", path: "members", value: [{ value: bob }] }),
    );
    expect(membersOf(replaced)).toEqual([bob]);
    const removingNone = patch({ op: "remove", path: "members", value: [] });
    expect(membersOf(await scim(server, `PATCH /Groups/${id}`, removingNone))).toEqual([bob]);
    expect(membersOf(await scim(server, `PATCH /Groups/${id}`, patch({ op: "remove", path: "members" })))).toEqual([]);

    const put = await scim(server, `PUT /Groups/${id}`, {
      displayName: "Crew",
      members: [{ value: ada }, { value: bob }],
    });
    expect([put.status, membersOf(put), put.json["externalId"]]).toEqual([200, [ada, bob].sort(), undefined]);
    expect((await scim(server, `DELETE /Groups/${id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"] as const) {
      expect((await scim(server, `${method} /Groups/${id}`)).status, method).toBe(404);
    }
    expect((await scim(server, `GET /Users/${ada}`)).status).toBe(200);
  });

  it("are found by filters, in pages, with the attributes that are asked for", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const ada = await person(server, "ada");
    for (const name of ["Alpha", "Beta", "Gamma"]) await group(server, name, name === "Beta" ? [ada] : []);
    const found = async (query: string) => {
      const { json } = await scim(server, `GET /Groups?${query}`);
      return [
        json["totalResults"],
        (json["Resources"] as { displayName: string }[]).map(({ displayName }) => displayName),
      ];
    };
    const filter = (text: string) => found(`filter=${encodeURIComponent(text)}`);

    expect(await found("")).toEqual([3, ["Alpha", "Beta", "Gamma"]]);
    expect(await found("startIndex=2&count=1")).toEqual([3, ["Beta"]]);
    expect(await filter('displayName eq "BETA"')).toEqual([1, ["Beta"]]);
    expect(await filter(`members[value eq "${ada}"]`)).toEqual([1, ["Beta"]]);
    expect(await filter(`members.value eq "${ada}" or displayName sw "g"`)).toEqual([2, ["Beta", "Gamma"]]);
    expect(await filter("not (members pr)")).toEqual([2, ["Alpha", "Gamma"]]);
    const { json: short } = await scim(server, "GET /Groups?excludedAttributes=members,meta.location&count=1");
    expect((short["Resources"] as object[])[0]).toEqual({
      schemas: [SCHEMA],
      id: expect.any(String),
      displayName: "Alpha",
      meta: expect.not.objectContaining({ location: expect.anything() }),
    });
    const { json: searched } = await scim(server, "POST /Groups/.search", {
      filter: 'displayName eq "beta"',
      attributes: ["members.value"],
      count: 1,
    });
    expect(searched).toMatchObject({ totalResults: 1, Resources: [{ members: [{ value: ada }] }] });
    expect((searched["Resources"] as object[])[0]).not.toHaveProperty("displayName");
    expect(await scim(server, "GET /Groups?filter=nickName%20pr")).toMatchObject({ status: 400 });
  });

  it("hold only users of the directory, within the limits, under names of their own", async () => {
    const settings = { ...SETTINGS, "auth.scim.max_groups": 2, "auth.scim.max_group_members": 2 };
    const server = await startIdentity(open, { settings });
    const stranger = await aUser(server, { email: "stranger@example.com" });
    const people = [await person(server, "ada"), await person(server, "bob"), await person(server, "eve")];
    const id = await group(server, "Ops", people.slice(0, 2));
    const members = (...ids: readonly string[]) => ({ displayName: "Two", members: ids.map((value) => ({ value })) });

    const rows: readonly (readonly [`${string} /${string}`, object, number, string?])[] = [
      ["POST /Groups", members(stranger), 400, "invalidValue"],
      ["POST /Groups", members("nobody"), 400, "invalidValue"],
      ["POST /Groups", members(...people), 400, "invalidValue"],
      ["POST /Groups", { displayName: "Two", members: [{ value: id, type: "Group" }] }, 400, "invalidValue"],
      ["POST /Groups", { displayName: " " }, 400, "invalidValue"],
      ["POST /Groups", { externalId: "2" }, 400, "invalidSyntax"],
      ["POST /Groups", { displayName: "OPS" }, 409, "uniqueness"],
      [
        `PATCH /Groups/${id}`,
        patch({ op: "add", path: "members", value: [{ value: people[2] }] }),
        400,
        "invalidValue",
      ],
      [`PATCH /Groups/${id}`, patch({ op: "remove", path: "displayName" }), 400, "mutability"],
      [`PATCH /Groups/${id}`, patch({ op: "replace", path: "id", value: "1" }), 400, "mutability"],
      [`PATCH /Groups/${id}`, patch({ op: "add", path: "owners", value: "1" }), 400, "invalidPath"],
      [`PATCH /Groups/${id}`, patch({ op: "remove", path: 'members[value is "1"]' }), 400, "invalidPath"],
      ["GET /Groups/1", {}, 404],
      ["POST /.search", {}, 501],
    ];
    const found: unknown[] = [];
    for (const [route, body] of rows) {
      const { status, json } = await scim(server, route, route.startsWith("GET") ? undefined : body);
      expect(json["schemas"], route).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
      found.push([route, status, json["scimType"]]);
    }
    expect(found).toEqual(rows.map(([route, , status, scimType]) => [route, status, scimType]));
    await group(server, "Second");
    expect(await scim(server, "POST /Groups", { displayName: "Third" })).toMatchObject({ status: 403 });
    expect(membersOf(await scim(server, `GET /Groups/${id}`))).toEqual(people.slice(0, 2).sort());
    expect((await call(server, "GET /scim/v2/Groups", { bearer: server.secretKey })).status).toBe(401);
  });

  it("are reported to teams by name and external id, until the user leaves or is removed", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const [ada, bob] = [await person(server, "ada"), await person(server, "bob")];
    const body = { displayName: "Ops", externalId: "g-1", members: [{ value: ada }, { value: bob }] };
    const id = String((await scim(server, "POST /Groups", body)).json["id"]);

    expect(await toldOf(server, ada)).toEqual(["scim/Ops", "scim/id:g-1"]);
    await scim(server, `PATCH /Groups/${id}`, patch({ op: "remove", path: `members[value eq "${ada}"]` }));
    expect(await toldOf(server, ada)).toEqual([]);
    expect(await toldOf(server, bob)).toEqual(["scim/Ops", "scim/id:g-1"]);
    expect((await scim(server, `DELETE /Users/${bob}`)).status).toBe(204);
    expect(membersOf(await scim(server, `GET /Groups/${id}`))).toEqual([]);
  });

  it("are never taken for another group by name or external id", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const eve = await person(server, "eve");
    const members = [{ value: eve }];
    await scim(server, "POST /Groups", { displayName: "Ops", externalId: "g-1" });

    const named = await scim(server, "POST /Groups", { displayName: "g-1", externalId: "OPS", members });
    expect([named.status, await toldOf(server, eve)]).toEqual([201, ["scim/g-1", "scim/id:OPS"]]);
    const path: `/${string}` = `/Groups/${named.json["id"]}`;
    for (const displayName of ["id:g-1", "ID:G-1", "İd:g-1"]) {
      for (const route of ["POST /Groups", `PUT ${path}`] as const) {
        const refused = await scim(server, route, { displayName, members });
        expect([refused.status, refused.json["scimType"]], displayName).toEqual([400, "invalidValue"]);
      }
      const Operations = [{ op: "replace", path: "displayName", value: displayName }];
      expect((await scim(server, `PATCH ${path}`, { Operations })).status, displayName).toBe(400);
    }
    const sameId = await scim(server, `PUT ${path}`, { displayName: "Other", externalId: "G-1", members });
    expect([sameId.status, sameId.json["scimType"]]).toEqual([409, "uniqueness"]);
    expect(await toldOf(server, eve)).toEqual(["scim/g-1", "scim/id:OPS"]);
  });

  it("leave an entry in the audit log with each change, and none without one", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const ada = await person(server, "ada");
    const id = await group(server, "Ops", [ada]);
    await scim(server, `PUT /Groups/${id}`, { displayName: "Crew" });
    await scim(server, `PUT /Groups/${id}`, { displayName: "Crew", members: [{ value: "nobody" }] });
    await scim(server, `DELETE /Groups/${id}`);

    const { text } = await call(server, "GET /admin/audit?query=action:scim_group", { bearer: server.secretKey });
    const entries = (JSON.parse(text) as { payload: { action: string; traits: object } }[]).toReversed();

    expect(entries.map(({ payload: { action, traits } }) => [action, traits])).toEqual([
      ["scim_group_created", { group_id: id, group: "Ops", added: [ada], added_count: 1 }],
      ["scim_group_updated", { group_id: id, group: "Crew", removed: [ada], removed_count: 1 }],
      ["scim_group_deleted", { group_id: id, group: "Crew" }],
    ]);
  });

  it("keep every member when several are added at once", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const people = await Promise.all(["a", "b", "c", "d", "e"].map((name) => person(server, name)));
    const id = await group(server, "Ops");

    await Promise.all(
      people.map((value) =>
        scim(server, `PATCH /Groups/${id}`, patch({ op: "add", path: "members", value: [{ value }] })),
      ),
    );

    expect(membersOf(await scim(server, `GET /Groups/${id}`))).toEqual(people.toSorted());
  });
});
