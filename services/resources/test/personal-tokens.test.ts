import { createHash } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MOST_PERSONAL_TOKENS } from "../src/service-accounts/personal-tokens.ts";
import { identifyReader } from "../src/walls/identify-reader.ts";
import { at, cookieOf, DASHBOARDS, openRoom, PASSWORD, PUBLIC_URL, type Reply, type Room } from "./room.ts";

type Person = "stranger" | "viewer" | "editor" | "admin";

onEachStore("a personal token", (openTestDatabase) => {
  let room: Room;
  const cookies = new Map<Person, string>();
  let count = 0;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    for (const who of ["stranger", "viewer", "editor", "admin"] as const) {
      const body = { email: `${who}@example.test`, password: PASSWORD };
      cookies.set(who, cookieOf(await room.ask("POST", "/api/login", { as: "nobody", body })));
    }
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const atPages = (who: Person, origin = PUBLIC_URL) => ({
    as: "nobody" as const,
    headers: { cookie: cookies.get(who) ?? "", origin },
  });
  const make = (who: Person, body: object = {}) => {
    count += 1;
    return room.ask("POST", "/api/user/tokens", { ...atPages(who), body: { name: `token ${count}`, ...body } });
  };
  const keyOf = async (who: Person, body?: object) => String(at(await make(who, body), "key"));
  const as = (key: string) => ({ as: "nobody" as const, headers: { authorization: `Bearer ${key}` } });
  const status = async (key: string) => (await room.ask("GET", "/api/user", as(key))).status;
  const uidOf = async (who: string) =>
    String(at(await room.ask("GET", `/api/users?query=${who}@example.test`), "users.0.uid"));
  const write = async (key: string) => {
    count += 1;
    const body = { metadata: { name: `by-token-${count}` }, spec: { title: "T" } };
    return await room.ask("POST", DASHBOARDS, { ...as(key), body });
  };

  it("is made by somebody for themself, is shown once, and acts as them", async () => {
    const made = await make("editor", { name: "laptop" });
    const key = String(at(made, "key"));

    expect(key).toMatch(/^vdpt_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    expect((await room.ask("GET", "/api/user", as(key))).json).toMatchObject({
      login: "editor@example.test",
      role: "Editor",
    });
    const written = await write(key);
    expect(written.status).toBe(201);
    expect(written.text).toContain(`"vedette.app/createdBy":"user:${await uidOf("editor")}"`);
    const listed = await room.ask("GET", "/api/user/tokens", atPages("editor"));
    expect(listed.json).toMatchObject([{ name: "laptop", permissions: null, lastUsedFrom: "127.0.0.1" }]);
    expect(listed.text).not.toContain(key.slice(5, 30));
    const stored = await room.database.query("select * from vedette.service_tokens");
    expect(JSON.stringify(stored.rows)).not.toContain(key.slice(5, 30));
    expect((await make("editor", { name: "laptop" })).status).toBe(409);
    expect((await make("viewer", { name: "laptop" })).status).toBe(200);
  });

  it("ends after 30 days unless said otherwise", async () => {
    await make("viewer", { name: "usual" });
    await make("viewer", { name: "endless", secondsToLive: 0 });
    const key = await keyOf("viewer", { name: "short", secondsToLive: 60 });

    const listed = await room.ask("GET", "/api/user/tokens", atPages("viewer"));
    const tokens = listed.json as { name: string; expiration: string | null; created: string }[];
    const daysOf = (name: string) => {
      const { expiration = null, created = "" } = tokens.find((token) => token.name === name) ?? {};
      return expiration && Math.round((Date.parse(expiration) - Date.parse(created)) / 86_400_000);
    };
    expect(daysOf("usual")).toBe(30);
    expect(daysOf("endless")).toBeNull();
    expect(await status(key)).toBe(200);
    await room.database.query("update vedette.service_tokens set expires_at = now() where name = 'short'");
    expect(await status(key)).toBe(401);
  });

  it.each<[string, object, number]>([
    ["no name", { name: "" }, 400],
    ["a life of more than ten years", { secondsToLive: 315_360_001 }, 400],
    ["permissions that there are not", { permissions: [{ action: "moon:read" }] }, 400],
    ["more than its person may", { permissions: [{ action: "users:write" }] }, 400],
    ["no permission at all", { permissions: [] }, 400],
    ["a part of what its person may", { permissions: [{ action: "dashboards:read" }] }, 200],
  ])("with %s is answered as it deserves", async (_what, body, expected) => {
    expect((await make("viewer", body)).status).toBe(expected);
  });

  it("for a part may that and nothing else", async () => {
    const key = await keyOf("editor", { permissions: [{ action: "dashboards:read" }] });

    expect((await room.ask("GET", "/api/user", as(key))).json).toMatchObject({
      role: "None",
      actions: ["dashboards:read"],
    });
    expect((await room.ask("GET", DASHBOARDS, as(key))).status).toBe(200);
    expect((await write(key)).status).toBe(403);
  });

  it("limited to some permissions cannot use the account of its owner", async () => {
    const limited = await keyOf("editor", {
      permissions: [{ action: "dashboards:read" }, { action: "dashboards:write" }],
    });
    const unlimited = await keyOf("editor");
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "starred" }, spec: { title: "T" } } });
    const requests = [
      ["GET", "/api/user/preferences"],
      ["PATCH", "/api/user/preferences", { theme: "dark" }],
      ["GET", "/api/user/stars"],
      ["POST", "/api/user/stars/dashboard/uid/starred", {}],
      ["DELETE", "/api/user/stars/dashboard/uid/starred"],
      ["PUT", "/api/user/drafts/dashboards/starred", { base: {}, spec: {} }],
      ["GET", "/api/user/drafts"],
      ["GET", "/api/user/drafts/dashboards/starred"],
      ["DELETE", "/api/user/drafts/dashboards/starred"],
      ["GET", "/api/user/teams"],
      ["GET", "/api/user/export"],
    ] as const;

    for (const [method, path, body] of requests) {
      const send = (key: string) => room.ask(method, path, { ...as(key), body });
      const refused = await send(limited);
      expect([refused.status, refused.text], `${method} ${path}`).toEqual([
        403,
        expect.stringContaining("limited to some permissions"),
      ]);
      expect((await send(unlimited)).status, `${method} ${path}`).toBe(200);
    }
    expect((await room.ask("GET", "/api/user", as(limited))).json).toMatchObject({ login: "editor@example.test" });
    expect(at(await room.ask("GET", "/api/user", as(limited)), "preferences")).toBeUndefined();
    expect(at(await room.ask("GET", "/api/user", as(unlimited)), "preferences")).toMatchObject({ theme: "dark" });
  });

  it("may never more than its person may at that moment", async () => {
    const uid = await uidOf("editor");
    const give = async (role: string) => {
      const sql = "update vedette.memberships set role = $2 where user_id = $1";
      await room.database.query(sql, [uid, role]);
    };
    const whole = await keyOf("editor");
    const part = await keyOf("editor", {
      permissions: [{ action: "dashboards:write" }, { action: "dashboards:read" }],
    });
    const users = async (key: string) => (await room.ask("GET", "/api/users", as(key))).status;

    await give("Viewer");
    expect([(await write(whole)).status, (await write(part)).status]).toEqual([403, 403]);
    await give("Admin");
    expect([await users(whole), await users(part)]).toEqual([200, 403]);
    await give("Editor");
    expect(await users(whole)).toBe(403);
  });

  it("makes no tokens, neither for its person nor for service accounts, and sees none", async () => {
    const key = await keyOf("admin");
    const account = String(at(await room.ask("POST", "/api/serviceaccounts", { body: { name: "Robot" } }), "id"));

    for (const [method, path, body] of [
      ["POST", "/api/user/tokens", { name: "more" }],
      ["POST", `/api/serviceaccounts/${account}/tokens`, { name: "more" }],
      ["GET", "/api/user/tokens", undefined],
      ["POST", "/api/login/token", {}],
      ["POST", "/api/login/administrator-token", {}],
    ] as const)
      expect([path, (await room.ask(method, path, { ...as(key), body })).status]).toEqual([path, 403]);
    expect((await room.ask("POST", "/api/login", { ...as(key), body: {} })).status).toBe(401);
    expect((await room.ask("GET", "/auth/v1/user", as(key))).status).toBe(403);
    expect((await room.ask("GET", `/api/serviceaccounts/${account}/tokens`, as(key))).status).toBe(200);
  });

  it("is made on the pages alone: not with an access token, nor by a page of another site", async () => {
    const body = { name: "elsewhere" };

    expect((await room.ask("POST", "/api/user/tokens", { as: "admin", body })).status).toBe(403);
    const foreign = await room.ask("POST", "/api/user/tokens", { ...atPages("admin", "https://evil.example"), body });
    expect(foreign.status).toBe(403);
    const removed = await room.ask("DELETE", "/api/user/tokens/1", atPages("admin", "https://evil.example"));
    expect(removed.status).toBe(403);
    expect((await room.ask("POST", "/api/user/tokens", { ...atPages("admin"), body })).status).toBe(200);
  });

  describe("in a browser session that an access token opened", () => {
    const credentials = { email: "admin@example.test", password: PASSWORD };
    const cookiesOf = (reply: Reply) =>
      [reply.headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";", 1)[0] ?? "");
    /** The rate limit of sign-ins counts addresses; these sign-ins leave the other tests theirs. */
    const from = "192.0.2.7";
    /** Starts a session as a client of the API does. */
    const startSession = async (headers: Record<string, string>) => {
      const path = "/auth/v1/token?grant_type=password";
      const reply = await room.ask("POST", path, { as: "nobody", body: credentials, headers, from });
      return { bearer: `Bearer ${String(at(reply, "access_token"))}`, cookies: cookiesOf(reply) };
    };
    const openBrowser = async (bearer: string, cookies: readonly string[] = []) => {
      const headers = { authorization: bearer, cookie: cookies.join("; ") };
      const reply = await room.ask("POST", "/api/login", { as: "nobody", body: {}, headers, from });
      expect(reply.status).toBe(200);
      return cookiesOf(reply);
    };
    const statuses = async (cookies: readonly string[]) => {
      const headers = { cookie: cookies.join("; "), origin: PUBLIC_URL };
      const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
        (await room.ask(method, path, { as: "nobody", headers, body })).status;
      count += 1;
      return [
        await ask("GET", "/api/user/tokens"),
        await ask("POST", "/api/user/tokens", { name: `token ${count}` }),
        await ask("DELETE", "/api/user/tokens/999999"),
        await ask("POST", "/api/login/administrator-token"),
        await ask("POST", "/api/login/token"),
      ];
    };
    const REFUSED = [403, 403, 403, 403, 200];
    const ACCEPTED = [200, 200, 404, 200, 200];

    it("is neither created nor listed, and neither are administrator tokens issued", async () => {
      const cookies = await openBrowser(room.bearer("admin"));

      expect(await statuses(cookies)).toEqual(REFUSED);
      const headers = { cookie: cookies.join("; "), origin: PUBLIC_URL };
      const reply = await room.ask("POST", "/api/user/tokens", { as: "nobody", headers, body: { name: "more" } });
      expect(reply.text).toContain("Sign out and sign in again");
    });

    it("is refused with the cookie of another browser than the one that signed in", async () => {
      const victim = await startSession({ origin: PUBLIC_URL });
      const other = await startSession({ origin: PUBLIC_URL });
      expect([victim.cookies.length, other.cookies.length]).toEqual([1, 1]);

      expect(await statuses(await openBrowser(victim.bearer, other.cookies))).toEqual(REFUSED);
    });

    it("is refused for a session that a page of another site or a program started", async () => {
      const browser = await startSession({ origin: PUBLIC_URL });
      for (const headers of [{}, { origin: "https://app.example" }, { "sec-fetch-site": "cross-site" }]) {
        const cookie = browser.cookies.join("; ");
        const { bearer, cookies } = await startSession({ cookie, ...headers });

        expect(cookies).toEqual([]);
        expect(await statuses(await openBrowser(bearer, browser.cookies))).toEqual(REFUSED);
      }
    });

    it("is created when the same browser started that session", async () => {
      const { bearer, cookies } = await startSession({ origin: PUBLIC_URL });

      expect(await statuses(await openBrowser(bearer, cookies))).toEqual(ACCEPTED);
    });

    it("is created after a browser without cookies opened a link of an e-mail", async () => {
      const body = { type: "magiclink", email: credentials.email };
      const link = await room.ask("POST", "/auth/v1/admin/generate_link", { as: "secret-key", body });
      const { pathname, search } = new URL(String(at(link, "action_link")));
      const opened = await room.ask("GET", pathname + search, { as: "nobody" });
      const { hash } = new URL(String(opened.headers["location"]));
      const bearer = `Bearer ${new URLSearchParams(hash.slice(1)).get("access_token")}`;

      expect(await statuses(await openBrowser(bearer))).toEqual(REFUSED);
      expect(await statuses(await openBrowser(bearer, cookiesOf(opened)))).toEqual(ACCEPTED);
    });

    it("is created when the browser was signed in to that session by password before", async () => {
      const byPassword = cookiesOf(await room.ask("POST", "/api/login", { as: "nobody", body: credentials, from }));
      const headers = { cookie: byPassword.join("; "), origin: PUBLIC_URL };
      const bearer = `Bearer ${String(at(await room.ask("POST", "/api/login/token", { as: "nobody", headers }), "access_token"))}`;

      expect(await statuses(await openBrowser(bearer))).toEqual(REFUSED);
      expect(await statuses(await openBrowser(bearer, byPassword))).toEqual(ACCEPTED);
    });

    it("stays refused or accepted when the cookie is replaced and when the browser is remembered", async () => {
      const ping = async (cookies: readonly string[]) =>
        cookiesOf(await room.ask("GET", "/api/login/ping", { as: "nobody", headers: { cookie: cookies.join("; ") } }));
      const age = (cookie: string, change: string) => {
        const token = cookie.slice(cookie.indexOf("=") + 1);
        const hash = createHash("sha256").update(token).digest();
        return room.database.query(`update vedette.browser_sessions set ${change} where token_hash = $1`, [hash]);
      };
      const { bearer, cookies } = await startSession({ origin: PUBLIC_URL });
      for (const [opened, expected] of [
        [await openBrowser(room.bearer("admin")), REFUSED],
        [await openBrowser(bearer, cookies), ACCEPTED],
      ] as const) {
        const [session = "", remember = ""] = opened;
        await age(session, "issued_at = now() - interval '11 minutes'");
        const rotated = await ping(opened);
        expect(rotated).toHaveLength(1);
        expect(await statuses(rotated)).toEqual(expected);

        const reopened = await ping([remember]);
        expect(await statuses(reopened)).toEqual(expected);
      }
    });
  });

  it("is revoked by its person or by an administrator, and by nobody else, which the audit log says", async () => {
    const uid = await uidOf("stranger");
    const [first, second] = [await make("stranger", { name: "one" }), await make("stranger", { name: "two" })];
    const [one, two] = [String(at(first, "id")), String(at(second, "id"))];

    expect((await room.ask("DELETE", `/api/user/tokens/${one}`, atPages("viewer"))).status).toBe(404);
    expect((await room.ask("GET", `/api/users/${uid}/tokens`, { as: "editor" })).status).toBe(403);
    expect((await room.ask("DELETE", `/api/users/${uid}/tokens/${one}`, { as: "editor" })).status).toBe(403);
    const other = `/api/users/${await uidOf("viewer")}/tokens/${one}`;
    expect((await room.ask("DELETE", other)).status).toBe(404);
    expect(await status(String(at(first, "key")))).toBe(200);
    expect((await room.ask("GET", `/api/users/${uid}/tokens`)).json).toMatchObject([{ name: "two" }, { name: "one" }]);

    expect((await room.ask("DELETE", `/api/user/tokens/${one}`, atPages("stranger"))).status).toBe(200);
    expect((await room.ask("DELETE", `/api/users/${uid}/tokens/${two}`)).status).toBe(200);

    expect([await status(String(at(first, "key"))), await status(String(at(second, "key")))]).toEqual([401, 401]);
    const log = await room.ask("GET", `/api/audit?target=users/${uid}`);
    expect(log.text).toContain("users.token.create");
    expect(log.text.match(/users\.token\.delete/g)).toHaveLength(2);
    expect(log.text).not.toContain(String(at(first, "key")).slice(5, 30));
  });

  it("stands in the audit log with what was done by it", async () => {
    const key = await keyOf("editor", { name: "the deploy job" });
    const name = String(at(await write(key), "metadata.name"));

    const log = await room.ask("GET", `/api/audit?target=dashboards/default/${name}`);
    expect(log.text).toContain('"byToken": "the deploy job"');
  });

  it("is one of so many that a person can have, also where several are made at once", async () => {
    const uid = await uidOf("viewer");
    await room.database.query("delete from vedette.service_tokens where user_id = $1", [uid]);
    await room.database.query(
      `insert into vedette.service_tokens (user_id, name, token_hash)
        select $1, 'old ' || n, sha256(('old ' || n)::bytea) from generate_series(1, $2::integer) n`,
      [uid, MOST_PERSONAL_TOKENS - 1],
    );

    const answers = await Promise.all([make("viewer"), make("viewer"), make("viewer")]);

    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
  });

  describe("of somebody who is sent away", () => {
    const secret = { as: "secret-key" as const };
    const newcomer = async (name: string) => {
      const body = { email: `${name}@example.test`, password: PASSWORD, email_confirm: true };
      const made = await room.ask("POST", "/auth/v1/admin/users", { ...secret, body });
      const cookie = cookieOf(await room.ask("POST", "/api/login", { as: "nobody", body }));
      const token = await room.ask("POST", "/api/user/tokens", {
        as: "nobody",
        headers: { cookie, origin: PUBLIC_URL },
        body: { name },
      });
      return { id: String(at(made, "id")), key: String(at(token, "key")) };
    };
    const left = async (id: string) =>
      (await room.database.query("select id from vedette.service_tokens where user_id = $1", [id])).rows;

    it("ends for good when they are locked out", async () => {
      const { id, key } = await newcomer("banned");
      const ban = (ban_duration: string) =>
        room.ask("PUT", `/auth/v1/admin/users/${id}`, { ...secret, body: { ban_duration } });
      expect(await status(key)).toBe(200);

      expect((await ban("24h")).status).toBe(200);
      expect(await status(key)).toBe(401);
      await ban("none");

      expect(await status(key)).toBe(401);
      expect(await left(id)).toEqual([]);
    });

    it.each([true, false])("ends when their account is deleted, softly %s", async (should_soft_delete) => {
      const { id, key } = await newcomer(`deleted-${should_soft_delete}`);
      expect(await status(key)).toBe(200);

      const gone = await room.ask("DELETE", `/auth/v1/admin/users/${id}`, { ...secret, body: { should_soft_delete } });

      expect(gone.status).toBe(200);
      expect(await status(key)).toBe(401);
      expect(await left(id)).toEqual([]);
    });

    it("stays when something else of the account is changed", async () => {
      const { id, key } = await newcomer("changed");
      await room.ask("PUT", `/auth/v1/admin/users/${id}`, { ...secret, body: { user_metadata: { name: "New" } } });

      expect(await status(key)).toBe(200);
    });
  });

  it("counts for its owner in queues", async () => {
    const read = async (headers: Record<string, string>) =>
      (await identifyReader(room.resources, headers, "127.0.0.1"))?.principal;
    const [one, other] = [await keyOf("editor"), await keyOf("editor")];

    const owner = `user:${await uidOf("editor")}`;

    expect(await read({ authorization: `Bearer ${one}` })).toBe(owner);
    expect(await read({ authorization: `Bearer ${other}` })).toBe(owner);
    expect(await read({ authorization: room.bearer("editor") })).not.toBe(`user:${await uidOf("viewer")}`);
  });
});
