import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Room } from "./room.ts";

onEachStore("a service account", (openTestDatabase) => {
  let room: Room;
  let id = "";
  let count = 0;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const make = (body: object) => room.ask("POST", "/api/serviceaccounts", { body });
  beforeEach(async () => {
    count += 1;
    id = String(at(await make({ name: `Robot ${count}`, role: "Viewer" }), "id"));
  });
  const token = (body: object = { name: "first" }) => room.ask("POST", `/api/serviceaccounts/${id}/tokens`, { body });
  const as = (key: unknown) => ({ as: "nobody" as const, headers: { authorization: `Bearer ${String(key)}` } });
  const list = async (key: unknown) => (await room.ask("GET", DASHBOARDS, as(key))).status;

  it("is made, found, changed and removed", async () => {
    const made = await make({ name: "Deploy", role: "Editor" });
    expect(made.status).toBe(201);
    const account = {
      id: expect.any(Number),
      uid: expect.any(String),
      name: "Deploy",
      login: "sa-deploy",
      role: "Editor",
      orgId: 1,
      isDisabled: false,
      tokens: 0,
    };
    expect(made.json).toMatchObject(account);
    const path = `/api/serviceaccounts/${String(at(made, "id"))}`;

    expect((await room.ask("GET", path)).json).toMatchObject(account);
    expect((await room.ask("GET", "/api/serviceaccounts/search?query=DEPL")).json).toMatchObject({
      totalCount: 1,
      serviceAccounts: [account],
      page: 1,
      perPage: 100,
    });
    expect((await room.ask("PATCH", path, { body: { role: "None" } })).json).toMatchObject({
      serviceaccount: { name: "Deploy", role: "None" },
    });
    expect((await room.ask("DELETE", path)).json).toEqual({ message: "Service account deleted" });
    expect((await room.ask("GET", path)).status).toBe(404);
  });

  it.each<[object, number]>([
    [{}, 400],
    [{ name: "" }, 400],
    [{ name: "x", role: "Root" }, 400],
    [{ name: "Robot 1" }, 409],
  ])("is not made of %j", async (body, status) => {
    expect((await make(body)).status).toBe(status);
  });

  it("signs in with a token that is shown once and stored as a hash", async () => {
    const made = await token();
    const key = String(at(made, "key"));

    expect(made.json).toEqual({
      id: expect.any(Number),
      name: "first",
      key: expect.stringMatching(/^vdsa_[0-9A-Za-z]{32}_[0-9a-f]{8}$/),
    });
    expect(await list(key)).toBe(200);
    expect((await room.ask("GET", "/api/user", as(key))).json).toMatchObject({
      login: `sa-robot-${count}`,
      role: "Viewer",
    });
    const tokens = await room.ask("GET", `/api/serviceaccounts/${id}/tokens`);
    expect(tokens.json).toMatchObject([
      { name: "first", expiration: null, hasExpired: false, lastUsedAt: expect.stringMatching(/Z$/), isRevoked: false },
    ]);
    expect(tokens.text).not.toContain(key.slice(5, 30));
    const stored = await room.database.query("select * from vedette.service_tokens");
    expect(JSON.stringify(stored.rows)).not.toContain(key.slice(5, 30));
    expect((await token()).status).toBe(409);
  });

  it("may do what its role says, and is the author of what it does", async () => {
    const key = at(await token(), "key");
    const body = { metadata: { name: `by-robot-${count}` }, spec: { title: "T" } };
    expect((await room.ask("POST", DASHBOARDS, { ...as(key), body })).status).toBe(403);
    await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Editor" } });

    const made = await room.ask("POST", DASHBOARDS, { ...as(key), body });

    expect(made.status).toBe(201);
    expect(made.text).toContain('"vedette.app/createdBy":"service-account:');
  });

  describe("that may more than somebody", () => {
    const roles = "/api/access-control/roles";
    const askAsEditor = (method: "POST" | "PATCH", path: string, body: object) =>
      room.ask(method, `/api/serviceaccounts/${id}${path}`, { as: "editor", body });
    beforeAll(async () => {
      const permissions = [{ action: "serviceaccounts:write", scope: "*" }];
      await room.ask("POST", roles, { body: { uid: "tokens", name: "Tokens", permissions } });
      const strong = [{ action: "mails:read", scope: "*" }];
      await room.ask("POST", roles, { body: { uid: "strong", name: "Strong", permissions: strong } });
      const editor = String(at(await room.ask("GET", "/api/users?query=editor@"), "users.0.uid"));
      await room.ask("POST", `/api/access-control/users/${editor}/roles`, { body: { roleUid: "tokens" } });
    });

    it.each<[string, () => Promise<unknown>]>([
      ["by its role", () => room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Admin" } })],
      [
        "by a custom role",
        () => room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: "strong" } }),
      ],
    ])("%s gets no token from them, nor is enabled by them", async (_how, strengthen) => {
      expect((await askAsEditor("POST", "/tokens", { name: "mine" })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: true })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: false })).status).toBe(200);

      await strengthen();

      expect((await askAsEditor("POST", "/tokens", { name: "more" })).status).toBe(403);
      expect((await askAsEditor("PATCH", "", { isDisabled: true })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: false })).status).toBe(403);
      const after = await room.ask("GET", `/api/serviceaccounts/${id}`);
      expect(after.json).toMatchObject({ isDisabled: true, tokens: 1 });
      const { rows } = await room.database.query(
        "select details from vedette.audit_log where target = $1 and action = 'serviceaccounts.update' order by id desc limit 1",
        [`serviceaccounts/${id}`],
      );
      expect(rows).toEqual([
        { details: { isDisabled: true, changes: [{ setting: "isDisabled", before: false, after: true }] } },
      ]);
    });
  });

  it("gets custom roles under its number", async () => {
    const key = at(await token(), "key");
    await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "None" } });
    expect(await list(key)).toBe(403);
    const uid = `robot-${count}`;
    const permissions = [{ action: "dashboards:read", scope: "dashboards:*" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid, name: uid, permissions } });

    await room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: uid } });

    expect(await list(key)).toBe(200);
  });

  it("has tokens that say from where they were used last, at most once a minute", async () => {
    const key = String(at(await token(), "key"));
    const lastUsedFrom = async () => at(await room.ask("GET", `/api/serviceaccounts/${id}/tokens`), "0.lastUsedFrom");
    expect(await lastUsedFrom()).toBe("");

    await room.ask("GET", DASHBOARDS, { ...as(key), from: "192.0.2.7" });
    expect(await lastUsedFrom()).toBe("192.0.2.7");
    await room.ask("GET", DASHBOARDS, { ...as(key), from: "192.0.2.8" });
    expect(await lastUsedFrom()).toBe("192.0.2.7");

    await room.database.query("update vedette.service_tokens set last_used_at = now() - interval '61 seconds'");
    await room.ask("GET", DASHBOARDS, { ...as(key), from: "192.0.2.8" });
    expect(await lastUsedFrom()).toBe("192.0.2.8");
  });

  it("has its tokens in the list of all, which says which ones nobody needs", async () => {
    const names = [`fresh ${count}`, `used ${count}`, `idle ${count}`];
    for (const name of names) await token({ name });
    await room.database.query(
      "update vedette.service_tokens set created_at = now() - interval '91 days' where name = any($1)",
      [names.slice(1)],
    );
    await room.database.query("update vedette.service_tokens set last_used_at = now() where name = $1", [names[1]]);
    const listed = async (query: string) =>
      (await room.ask("GET", `/api/serviceaccounts/tokens?${new URLSearchParams({ query })}`)).json;

    expect(await listed(`Robot ${count}`)).toMatchObject({
      totalCount: 3,
      tokens: names.map((name, index) => ({
        name,
        accountId: Number(id),
        account: `Robot ${count}`,
        role: "Viewer",
        isDisabled: false,
        isForgotten: index === 2,
      })),
    });
    expect(await listed(names[2] ?? "")).toMatchObject({ totalCount: 1, tokens: [{ name: names[2] }] });
    const page = await room.ask("GET", `/api/serviceaccounts/tokens?query=robot+${count}&perpage=2&page=2`);
    expect(page.json).toMatchObject({ totalCount: 3, tokens: [{ name: names[2] }] });
    expect(JSON.stringify(page.json)).not.toContain("vdsa_");
  });

  it("says what its tokens may do", async () => {
    await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "None" } });
    const uid = `reader-${count}`;
    const permissions = [{ action: "dashboards:read", scope: "folders:uid:abc" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid, name: uid, permissions } });
    await room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: uid } });

    const held = await room.ask("GET", `/api/access-control/users/${id}/permissions`);

    expect(held.json).toEqual({ "dashboards:read": ["folders:uid:abc"] });
    const words = await room.ask("GET", "/api/access-control/actions");
    expect(words.json).toContainEqual({
      action: "dashboards:read",
      doc: "See dashboards, their pictures and their history.",
    });
  });

  describe("with a token for a part of what it may", () => {
    type Part = { readonly action: string; readonly scope?: string };
    const narrow = async (...permissions: readonly Part[]) =>
      at(await token({ name: `part ${JSON.stringify(permissions)}`, permissions }), "key");
    const put = async (name: string, key: unknown) =>
      (
        await room.ask("PUT", `${DASHBOARDS}/${name}`, {
          ...as(key),
          body: { metadata: { name }, spec: { title: "N" } },
        })
      ).status;
    const see = async (name: string, key: unknown) => (await room.ask("GET", `${DASHBOARDS}/${name}`, as(key))).status;
    const make = async (name: string, folder?: string) => {
      const annotations = folder === undefined ? {} : { annotations: { "vedette.app/folder": folder } };
      const made = await room.ask("POST", DASHBOARDS, {
        body: { metadata: { name, ...annotations }, spec: { title: name } },
      });
      expect(made.status).toBe(201);
    };
    const folder = async (name: string, parent?: string) => {
      const annotations = parent === undefined ? {} : { annotations: { "vedette.app/folder": parent } };
      const made = await room.ask("POST", FOLDERS, {
        body: { metadata: { name, ...annotations }, spec: { title: name } },
      });
      expect(made.status).toBe(201);
    };
    beforeEach(async () => {
      await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Admin" } });
    });

    it("may that and nothing else, while its other tokens may all", async () => {
      await make(`seen-${count}`);
      const part = await narrow({ action: "dashboards:read" });
      const whole = at(await token(), "key");

      expect(await list(part)).toBe(200);
      expect(await put(`seen-${count}`, part)).toBe(403);
      expect((await room.ask("GET", "/api/users", as(part))).status).toBe(403);
      expect((await room.ask("GET", "/api/serviceaccounts/search", as(part))).status).toBe(403);
      expect((await room.ask("GET", "/api/user", as(part))).json).toMatchObject({
        role: "None",
        actions: ["dashboards:read"],
      });
      expect(await put(`seen-${count}`, whole)).toBe(200);
      expect((await room.ask("GET", "/api/users", as(whole))).status).toBe(200);
    });

    it("finds what lies in its folder and in those below", async () => {
      const [outer, inner] = [`outer-${count}`, `inner-${count}`];
      await folder(outer);
      await folder(inner, outer);
      await make(`in-${count}`, inner);
      await make(`out-${count}`);
      const key = await narrow({ action: "dashboards:read", scope: `folders:uid:${outer}` });

      expect(await see(`in-${count}`, key)).toBe(200);
      expect(await see(`out-${count}`, key)).toBe(403);
      const found = await room.ask("GET", DASHBOARDS, as(key));
      expect(found.text).toContain(`"in-${count}"`);
      expect(found.text).not.toContain(`"out-${count}"`);
    });

    it("loses with the account what the account loses, and gets nothing that it gains", async () => {
      await make(`kept-${count}`);
      const reader = await narrow({ action: "dashboards:read" });
      const writer = await narrow({ action: "dashboards:write" }, { action: "dashboards:read" });
      expect(await put(`kept-${count}`, writer)).toBe(200);

      await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Viewer" } });
      expect(await put(`kept-${count}`, writer)).toBe(403);
      expect(await see(`kept-${count}`, writer)).toBe(200);

      await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "None" } });
      expect(await list(reader)).toBe(403);

      await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Admin" } });
      expect(await put(`kept-${count}`, reader)).toBe(403);
    });

    it("does not get more through what it makes: tokens, roles, accounts, walls", async () => {
      const key = await narrow(
        { action: "serviceaccounts:write" },
        { action: "serviceaccounts:create" },
        { action: "roles:write" },
        { action: "users:write" },
        { action: "walls:write" },
        { action: "playlists:read" },
      );
      const ask = async (method: "POST" | "PATCH", path: string, body: object) =>
        (await room.ask(method, path, { ...as(key), body })).status;

      expect(await ask("POST", `/api/serviceaccounts/${id}/tokens`, { name: "more" })).toBe(403);
      expect(await ask("POST", "/api/serviceaccounts", { name: "mine", role: "Admin" })).toBe(403);
      expect(await ask("PATCH", `/api/serviceaccounts/${id}`, { role: "Admin" })).toBe(403);
      const strong = { name: "strong", permissions: [{ action: "mails:read", scope: "*" }] };
      expect(await ask("POST", "/api/access-control/roles", strong)).toBe(403);
      const refused = await room.ask("POST", "/api/access-control/roles", { ...as(key), body: strong });
      expect(refused.text).toContain("Nobody can give away more than they may themselves.");

      const playlist = { metadata: { name: `watch-${count}` }, spec: { title: "Watch", interval: "1m", items: [] } };
      expect((await room.ask("POST", PLAYLISTS, { body: playlist })).status).toBe(201);
      const wish = { playlist: `watch-${count}`, name: "hall" };
      const pairing = await room.ask("POST", "/api/wall/pairing", { as: "nobody", body: wish });
      const wall = { ...wish, code: at(pairing, "code") };
      const unanswered = await room.ask("POST", "/api/walls", { ...as(key), body: wall });
      expect(unanswered.status).toBe(403);
      expect(unanswered.text).toContain("a token with permissions of its own cannot");
      expect((await room.ask("POST", "/api/walls", { ...as(at(await token(), "key")), body: wall })).status).toBe(201);
    });

    it("says what it is for, and so does the audit log", async () => {
      const scope = "folders:uid:abc";
      await narrow({ action: "dashboards:read", scope }, { action: "playlists:read" });
      await token({ name: "whole" });

      const permissions = [
        { action: "dashboards:read", scope },
        { action: "playlists:read", scope: "*" },
      ];
      const tokens = await room.ask("GET", `/api/serviceaccounts/${id}/tokens`);
      expect(tokens.json).toMatchObject([{ permissions }, { name: "whole", permissions: null }]);
      const { rows } = await room.database.query(
        "select details from vedette.audit_log where target = $1 and action = 'serviceaccounts.token.create' order by id",
        [`serviceaccounts/${id}`],
      );
      expect(rows).toMatchObject([
        { details: { permissions: "dashboards:read folders:uid:abc, playlists:read *" } },
        { details: { token: "whole" } },
      ]);
    });

    it.each<[string, unknown, string, number]>([
      ["an action that there is not", [{ action: "dashboards:paint" }], "is not an action", 400],
      ["a scope that is none", [{ action: "dashboards:read", scope: "all of them" }], "is not a scope", 400],
      ["nothing at all", [], "", 400],
      ["what the account may not", [{ action: "users:read" }], "The account may not: users:read *", 400],
    ])("is not made for %s", async (_what, permissions, detail, status) => {
      await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Editor" } });

      const answer = await token({ name: "bad", permissions });

      expect(answer.status).toBe(status);
      expect(answer.text).toContain(detail);
      expect(at(await room.ask("GET", `/api/serviceaccounts/${id}`), "tokens")).toBe(0);
    });
  });

  describe("is nobody", () => {
    const spoilt: readonly [string, (key: string) => Promise<unknown>][] = [
      ["when its token is revoked", async () => revoke()],
      [
        "when it is disabled",
        async () => room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { isDisabled: true } }),
      ],
      ["when it is removed", async () => room.ask("DELETE", `/api/serviceaccounts/${id}`)],
      [
        "when its token has expired",
        async () =>
          room.database.query("update vedette.service_tokens set expires_at = now() where account_id = $1", [id]),
      ],
    ];
    const revoke = async () => {
      const tokenId = String(at(await room.ask("GET", `/api/serviceaccounts/${id}/tokens`), "0.id"));
      return await room.ask("DELETE", `/api/serviceaccounts/${id}/tokens/${tokenId}`);
    };

    it.each(spoilt)("%s", async (_when, spoil) => {
      const key = String(at(await token({ name: "t", secondsToLive: 3600 }), "key"));
      expect(await list(key)).toBe(200);

      await spoil(key);

      expect(await list(key)).toBe(401);
    });

    it.each(["vdsa_", "vdsa_x_00000000", `vdsa_${"0".repeat(32)}_00000000`])("with the token %s", async (key) => {
      expect(await list(key)).toBe(401);
    });
  });

  it("has tokens that end after the seconds that were asked for", async () => {
    await token({ name: "short", secondsToLive: 100 });

    const left = at(await room.ask("GET", `/api/serviceaccounts/${id}/tokens`), "0.secondsUntilExpiration");
    expect(left).toBeGreaterThan(10);
    expect(left).toBeLessThanOrEqual(100);
    expect((await token({ name: "never", secondsToLive: 0 })).status).toBe(200);
    expect((await token({ name: "bad", secondsToLive: -1 })).status).toBe(400);
  });
});
