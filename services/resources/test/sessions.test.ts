import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, cookieOf, DASHBOARDS, openRoom, PASSWORD, PUBLIC_URL, type Reply, type Room } from "./room.ts";

onEachStore("a browser", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const signIn = (body: object, headers: Record<string, string> = {}) =>
    room.ask("POST", "/api/login", { as: "nobody", body, headers });
  const editor = { email: "editor@example.test", password: PASSWORD };
  const ping = (cookie: string) => room.ask("GET", "/api/login/ping", { as: "nobody", headers: { cookie } });

  describe("signs in", () => {
    it("by password, and its cookie is out of reach of scripts and other sites", async () => {
      const answer = await signIn(editor);

      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ message: "Logged in" });
      expect(String(answer.headers["set-cookie"])).toMatch(/^vedette_session=[\w-]{43}; .*HttpOnly/);
      expect(String(answer.headers["set-cookie"])).toMatch(/SameSite=Lax/);
      expect((await ping(cookieOf(answer))).json).toEqual({ message: "Logged in" });
    });

    it("under the older name of the address, too", async () => {
      expect((await signIn({ user: editor.email, password: PASSWORD })).status).toBe(200);
    });

    it("with an access token, as after a link in a mail", async () => {
      const answer = await signIn({}, { authorization: room.bearer("viewer") });

      const me = await room.ask("GET", "/api/user", { as: "nobody", headers: { cookie: cookieOf(answer) } });
      expect(me.json).toMatchObject({ email: "viewer@example.test", role: "Viewer", isServerAdmin: false });
    });

    it("and is told who it is signed in as, or that it is nobody, without a refusal", async () => {
      const cookie = cookieOf(await signIn(editor));
      const person = (headers: Record<string, string>) =>
        room.ask("GET", "/api/login/person", { as: "nobody", headers });
      const me = await room.ask("GET", "/api/user", { as: "nobody", headers: { cookie } });

      expect((await person({ cookie })).json).toEqual({ uid: at(me, "uid") });
      for (const headers of [{}, { cookie: "vedette_session=nonsense" }]) {
        const answer = await person(headers);
        expect([answer.status, answer.json]).toEqual([200, { uid: null }]);
      }
    });

    it.each([
      ["a wrong password", { ...editor, password: "wrong" }, 401],
      ["an unknown address", { ...editor, email: "nobody@example.test" }, 401],
      ["no password", { email: editor.email }, 401],
      ["nothing", {}, 401],
      ["a list as address", { ...editor, email: ["x"] }, 400],
      ["an endless password", { ...editor, password: "x".repeat(5000) }, 400],
    ])("not with %s", async (_what, body, status) => {
      const answer = await signIn(body);

      expect(answer.status).toBe(status);
      expect(at(answer, "message")).toEqual(expect.any(String));
      expect(answer.headers["set-cookie"]).toBeUndefined();
    });

    it("not with a token that is worth nothing", async () => {
      expect((await signIn({}, { authorization: "Bearer nonsense" })).status).toBe(401);
    });

    it("not from a page of another site", async () => {
      expect((await signIn(editor, { origin: "https://evil.example" })).status).toBe(403);
      expect((await signIn(editor, { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await signIn(editor, { origin: PUBLIC_URL })).status).toBe(200);
    });

    it("on https with a cookie that no sibling site can plant", async () => {
      await using secure = await openRoom(openTestDatabase, { publicUrl: "https://watch.example" });
      const headers = { host: "watch.example" };
      const answer = await secure.ask("POST", "/api/login", { as: "nobody", body: editor, headers });

      expect(String(answer.headers["set-cookie"])).toMatch(/^__Host-vedette_session=.*Secure/);
    });
  });

  it("signs out, and its session is over at once", async () => {
    const cookie = cookieOf(await signIn(editor));
    const out = await room.ask("POST", "/api/logout", { as: "nobody", body: {}, headers: { cookie } });

    expect(out.status).toBe(200);
    expect(String(out.headers["set-cookie"])).toMatch(/Max-Age=0/);
    expect((await ping(cookie)).status).toBe(401);
    expect((await room.ask("POST", "/api/logout", { as: "nobody", body: {} })).status).toBe(200);
  });

  describe("is remembered", () => {
    const cookiesOf = (reply: Reply) => {
      const values = [reply.headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";", 1)[0] ?? "");
      return new Map(values.map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""]));
    };
    const idle = () =>
      room.database.query("update vedette.browser_sessions set last_seen_at = now() - interval '8 days'");

    it("by a second cookie, which opens an idle session again and is replaced by that [spec 2, login ping]", async () => {
      const first = cookiesOf(await signIn(editor));
      const [session, remember] = [first.get("vedette_session"), first.get("vedette_remember")];
      await idle();
      expect((await ping(`vedette_session=${session}`)).status).toBe(401);

      const renewed = await ping(`vedette_session=${session}; vedette_remember=${remember}`);

      expect(renewed.json).toEqual({ message: "Logged in" });
      const next = cookiesOf(renewed);
      const headers = { cookie: `vedette_session=${next.get("vedette_session")}` };
      expect((await room.ask("GET", "/api/user", { as: "nobody", headers })).json).toMatchObject({
        email: editor.email,
      });
      expect(next.get("vedette_remember")).not.toBe(remember);
      await idle();
      expect((await ping(`vedette_remember=${remember}`)).status).toBe(401);
      expect((await ping(`vedette_remember=${next.get("vedette_remember")}`)).status).toBe(200);
    });

    it("not longer than a session lives, and not once it is signed out", async () => {
      const old = cookiesOf(await signIn(editor)).get("vedette_remember");
      await room.database.query("update vedette.remembered_browsers set created_at = now() - interval '31 days'");
      expect((await ping(`vedette_remember=${old}`)).status).toBe(401);

      const signedIn = await signIn(editor);
      const out = cookiesOf(signedIn);
      await room.ask("POST", "/api/logout", { as: "nobody", body: {}, headers: { cookie: cookieOf(signedIn) } });
      expect((await ping(`vedette_remember=${out.get("vedette_remember")}`)).status).toBe(401);
    });

    it("under a new token every ten minutes; the one before still works for what is on its way", async () => {
      const signedIn = await signIn(editor);
      const before = cookieOf(signedIn);
      expect((await ping(before)).headers["set-cookie"]).toEqual([]);
      await room.database.query("update vedette.browser_sessions set issued_at = now() - interval '11 minutes'");

      const after = cookieOf(await ping(before));

      expect(after).toMatch(/^vedette_session=[\w-]{43}$/);
      expect(after).not.toBe(before);
      expect((await ping(before)).status).toBe(200);
      expect((await ping(after)).status).toBe(200);
      await room.database.query("update vedette.browser_sessions set replaced_at = replaced_at - interval '2 minutes'");
      expect((await ping(before)).status).toBe(401);
      expect((await ping(after)).status).toBe(200);
    });
  });

  it("that is not signed in is told so, whatever its cookie says", async () => {
    for (const cookie of ["", "vedette_session=", "vedette_session=x", `vedette_session=${"A".repeat(43)}`]) {
      expect((await ping(cookie)).json).toMatchObject({ messageId: "unauthorized" });
      expect((await ping(cookie)).status).toBe(401);
    }
  });

  describe("with its cookie", () => {
    const body = { metadata: { generateName: "by-cookie-" }, spec: { title: "T" } };
    let cookie = "";
    beforeAll(async () => {
      cookie = cookieOf(await signIn(editor));
    });
    const post = (headers: Record<string, string>) =>
      room.ask("POST", DASHBOARDS, { as: "nobody", body, headers: { cookie, ...headers } });

    it("changes things from pages of this server", async () => {
      expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(201);
      expect((await post({ origin: PUBLIC_URL })).status).toBe(201);
    });

    it.each([
      [{}],
      [{ "sec-fetch-site": "cross-site" }],
      [{ "sec-fetch-site": "same-site" }],
      [{ origin: "https://evil.example" }],
      [{ origin: "null" }],
    ])("does not with %j", async (headers) => {
      expect((await post(headers)).json).toMatchObject({ kind: "Status", code: 403, reason: "Forbidden" });
    });

    it("sends nothing but JSON", async () => {
      const typed = (type: string) => post({ "sec-fetch-site": "same-origin", "content-type": type });

      expect((await typed("text/plain")).status).toBe(415);
      expect((await typed("application/x-www-form-urlencoded")).status).toBe(415);
      expect((await typed("application/json")).status).toBe(201);
    });

    it("reads from anywhere it can", async () => {
      const answer = await room.ask("GET", DASHBOARDS, { as: "nobody", headers: { cookie, "sec-fetch-site": "none" } });

      expect(answer.status).toBe(200);
    });

    it("is nobody to the identity API", async () => {
      expect((await room.ask("GET", "/auth/v1/user", { as: "nobody", headers: { cookie } })).status).toBe(401);
    });
  });
});

onEachStore("a bearer", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const list = (headers: Record<string, string>) => room.ask("GET", DASHBOARDS, { as: "nobody", headers });

  it.each([
    ["none at all", {}],
    ["an empty one", { authorization: "Bearer " }],
    ["a word", { authorization: "Bearer nonsense" }],
    ["a password", { authorization: `Basic ${Buffer.from("admin:admin").toString("base64")}` }],
    [
      "an unsigned token",
      { authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9." },
    ],
    ["a publishable key", { authorization: "Bearer vd_publishable_x" }],
    ["another secret key", { authorization: "Bearer vd_secret_x", apikey: "vd_secret_y" }],
  ])("that is %s is answered with 401, also for what is not there", async (_what, headers) => {
    const answer = await list(headers);

    expect(answer.json).toMatchObject({ kind: "Status", code: 401, reason: "Unauthorized", message: "Unauthorized" });
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect((await room.ask("GET", `${DASHBOARDS}/missing`, { as: "nobody", headers })).status).toBe(401);
    expect((await room.ask("POST", DASHBOARDS, { as: "nobody", headers, body: {} })).status).toBe(401);
    expect((await room.ask("GET", "/api/health", { as: "nobody", headers })).status).toBe(200);
  });

  it("with a character changed is worth nothing", async () => {
    const token = room.bearer("admin");

    expect((await list({ authorization: `${token.slice(0, -3)}AAA` })).status).toBe(401);
    expect((await list({ authorization: token })).status).toBe(200);
  });

  it("may be the secret key, as bearer or as apikey", async () => {
    const key = room.bearer("secret-key").slice("Bearer ".length);

    expect((await list({ apikey: key })).status).toBe(200);
    const me = await room.ask("GET", "/api/user", { as: "secret-key" });
    expect(me.json).toMatchObject({ login: "secret-key", role: "Admin", isServerAdmin: true });
  });
});
