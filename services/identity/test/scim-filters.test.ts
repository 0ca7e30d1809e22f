import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { call } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const TOKEN = "directory-token-directory-token-1";
const SETTINGS = { "auth.scim.enabled": true, "auth.scim.token": TOKEN };

const scim = (server: IdentityServer, route: `${string} /${string}`, body?: object) => {
  const [method = "", path = ""] = route.split(" ", 2);
  const headers = { "content-type": "application/scim+json" };
  return call(server, `${method} /scim/v2${path}`, { bearer: TOKEN, ...(body && { body, headers }) });
};

const kim = {
  userName: "kim",
  externalId: "K1",
  displayName: "Kim",
  name: { givenName: "Kim", familyName: "Novak" },
  emails: [
    { value: "kim@home.example", type: "home" },
    { value: "kim@corp.example", type: "work", primary: true },
  ],
};

async function create(server: IdentityServer, fields: object = {}): Promise<string> {
  return String((await scim(server, "POST /Users", { ...kim, ...fields })).json["id"]);
}

async function signInAddress(server: IdentityServer, id: string): Promise<unknown> {
  return (await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey })).json["email"];
}

onEachStore("SCIM paths and filters", (open) => {
  it("evaluates the value filter of a path, so that only a work or primary address is the sign-in address", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const id = await create(server);
    const patch = (op: string, path: string, value?: unknown) =>
      scim(server, `PATCH /Users/${id}`, { Operations: [{ op, path, ...(value === undefined ? {} : { value }) }] });

    const added = await patch("Add", 'emails[type eq "other"].value', "kim@freemail.example");
    expect(added.json["emails"]).toEqual([
      { value: "kim@corp.example", type: "work", primary: true },
      { value: "kim@home.example", type: "home" },
      { type: "other", value: "kim@freemail.example" },
    ]);
    expect(await signInAddress(server, id)).toBe("kim@corp.example");
    await patch("Replace", 'emails[type eq "home"].value', "kim@new.example");
    await patch("Replace", 'EMAILS[Type EQ "OTHER" and value co "freemail"].Value', "kim@post.example");
    await patch("Add", "emails", [{ value: "kim@third.example", type: "home" }]);
    expect(await signInAddress(server, id)).toBe("kim@corp.example");
    await patch("Remove", 'emails[type eq "home"]');
    await patch("Remove", 'emails[type eq "nothing"]');
    const left = await patch("Replace", "displayName", "Kim N.");
    expect(left.json["emails"]).toEqual([
      { value: "kim@corp.example", type: "work", primary: true },
      { type: "other", value: "kim@post.example" },
    ]);

    await patch("Replace", 'urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work"].value', "k@corp.example");
    expect(await signInAddress(server, id)).toBe("k@corp.example");
    const moved = await patch("Replace", 'emails[value sw "kim@post"].primary', true);
    expect(moved.json["emails"]).toEqual([
      { type: "other", value: "kim@post.example", primary: true },
      { type: "work", value: "k@corp.example", primary: false },
    ]);
    expect(await signInAddress(server, id)).toBe("kim@post.example");
    const put = await scim(server, `PUT /Users/${id}`, { ...kim, UserName: "kim2", userName: undefined });
    expect(put.json).toMatchObject({ userName: "kim2", emails: [{ value: "kim@corp.example" }, { type: "home" }] });
  });

  it("takes no address of another type for the sign-in address", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const emails = [{ value: "kim@home.example", type: "home" }];

    const refused = await scim(server, "POST /Users", { ...kim, emails });
    const named = await scim(server, "POST /Users", { ...kim, userName: "kim@corp.example", emails });

    expect(refused).toMatchObject({ status: 400, json: { scimType: "invalidValue" } });
    expect(named.json["emails"]).toEqual([{ value: "kim@corp.example", type: "work", primary: true }, ...emails]);
  });

  it.each([
    ["Replace", "nonsense", "x", "invalidPath"],
    ["Add", "emails.nonsense", "x", "invalidPath"],
    ["Replace", "emails.value", "kim@x.example", "invalidPath"],
    ["Replace", 'userName[type eq "x"]', "x", "invalidPath"],
    ["Replace", "userName.value", "x", "invalidPath"],
    ["Remove", "emails[", undefined, "invalidPath"],
    ["Replace", "urn:example:User:department", "x", "invalidPath"],
    ["Replace", 'emails[type is "work"].value', "x", "invalidPath"],
    ["Replace", "emails[primary gt true].value", "x", "invalidFilter"],
    ["Replace", 'emails[type eq "other"].value', "x", "noTarget"],
    ["Add", 'emails[type ne "work" and type ne "home"].value', "x", "noTarget"],
    ["Replace", "id", "x", "mutability"],
    ["Replace", 'emails[type eq "work"].value', "no address", "invalidValue"],
  ])("rejects %s %s", async (op, path, value, scimType) => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const id = await create(server);

    const { status, json } = await scim(server, `PATCH /Users/${id}`, { Operations: [{ op, path, value }] });

    expect([status, json["scimType"]]).toEqual([400, scimType]);
    expect(await signInAddress(server, id)).toBe("kim@corp.example");
  });

  it("skips attributes of the standard that are not stored", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const id = await create(server);
    const paths = [
      "title",
      'phoneNumbers[type eq "work"].value',
      "name.middleName",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
    ];
    const Operations = paths.map((path) => ({ op: "Add", path, value: "x" }));

    expect((await scim(server, `PATCH /Users/${id}`, { Operations })).status).toBe(200);
  });

  it("filters lists by the grammar of RFC 7644", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const id = await create(server);
    await create(server, {
      userName: "100%_lee",
      externalId: "k1",
      displayName: "Lee",
      name: { familyName: "O'Neil" },
      emails: [{ value: "lee@corp.example", type: "work" }],
      active: false,
    });
    const rows: readonly (readonly [string, readonly string[]])[] = [
      ['userName eq "KIM"', ["kim"]],
      ['externalId eq "K1"', ["kim"]],
      ['userName ne "kim"', ["100%_lee"]],
      ['userName co "%"', ["100%_lee"]],
      ['userName sw "100" and userName ew "_LEE"', ["100%_lee"]],
      ['name.familyName eq "o\'neil"', ["100%_lee"]],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "kim"', ["kim"]],
      [`id eq "${id}"`, ["kim"]],
      ['id eq "nothing"', []],
      ["active eq false", ["100%_lee"]],
      ['active eq "True"', ["kim"]],
      ["not (active eq true)", ["100%_lee"]],
      ['emails eq "kim@home.example"', ["kim"]],
      ['emails.value eq "KIM@corp.example"', ["kim"]],
      ['emails[type eq "work" and value co "@corp"]', ["kim", "100%_lee"]],
      ['emails[type eq "home" and value co "@corp"]', []],
      ['emails.type eq "home" and emails.value co "@corp"', ["kim"]],
      ["emails[primary eq true]", ["kim"]],
      ["emails[not (primary eq true)]", ["kim", "100%_lee"]],
      ['userName gt "k"', ["kim"]],
      ['userName le "k"', ["100%_lee"]],
      ["name.givenName pr", ["kim"]],
      ["name.givenName eq null", ["100%_lee"]],
      ["name pr and emails pr", ["kim", "100%_lee"]],
      ['userName eq "kim" or (userName eq "100%_lee" and active eq true)', ["kim"]],
      ['meta.created gt "2011-05-13T04:42:34Z"', ["kim", "100%_lee"]],
      ['meta.lastModified lt "2011-05-13T04:42:34Z"', []],
    ];
    const found: [string, unknown][] = [];
    for (const [filter] of rows) {
      const { json } = await scim(server, `GET /Users?filter=${encodeURIComponent(filter)}`);
      const people = (json["Resources"] ?? []) as { userName: string }[];
      found.push([filter, json["detail"] ?? people.map(({ userName }) => userName)]);
    }
    expect(found).toEqual(rows);

    for (const filter of [
      "userName",
      'nonsense eq "x"',
      'userName.value eq "x"',
      'urn:example:userName eq "x"',
      "userName eq 1",
      "active gt true",
      'active eq "perhaps"',
      'meta.created gt "yesterday"',
      'emails[nonsense eq "x"]',
      'userName[type eq "x"]',
      'name eq "x"',
      'emails[type eq "work"].value eq "x"',
    ]) {
      const { status, json } = await scim(server, `GET /Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, status, json["scimType"]]).toEqual([filter, 400, "invalidFilter"]);
    }
  });
});
