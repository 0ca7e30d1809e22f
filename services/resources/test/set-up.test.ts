import { onEachStore } from "@vedette/database/testing";
import { describe, expect, it, vi } from "vitest";
import { issueSetupLink } from "../src/index.ts";
import { at, cookieOf, openRoom, PASSWORD, PUBLIC_URL, type Room } from "./room.ts";

const ADA = { email: "ada@example.test", password: PASSWORD, name: "Ada" };

onEachStore("the set-up link", (openTestDatabase) => {
  const openEmptyRoom = () => openRoom(openTestDatabase, { people: "nobody" });
  const codeOf = (link: string | undefined) => link?.split("#code=")[1] ?? "";
  const setUp = (room: Room, body: object) => room.ask("POST", "/api/setup", { as: "nobody", body });

  it("makes the first administrator and signs them in", async () => {
    await using room = await openEmptyRoom();
    const link = await issueSetupLink(room.resources);

    expect(link).toMatch(new RegExp(`^${PUBLIC_URL}/setup#code=[A-Za-z0-9_-]{43}$`));
    const done = await setUp(room, { ...ADA, code: codeOf(link) });
    expect(done.status).toBe(200);
    expect(at(done, "message")).toEqual(expect.any(String));
    const me = await room.ask("GET", "/api/user", { as: "nobody", headers: { cookie: cookieOf(done) } });
    expect(me.json).toMatchObject({ email: "ada@example.test", login: "ada@example.test", name: "Ada", role: "Admin" });
  });

  it("keeps a name of any language, but no half of a character", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));

    expect((await setUp(room, { ...ADA, code, name: "Ada \ud800" })).status).toBe(400);
    const done = await setUp(room, { ...ADA, code, name: "Ада 🦉" });

    const me = await room.ask("GET", "/api/user", { as: "nobody", headers: { cookie: cookieOf(done) } });
    expect(me.json).toMatchObject({ name: "Ада 🦉" });
  });

  it("writes to the new administrator through the real queue", async () => {
    await using room = await openEmptyRoom();
    await setUp(room, { ...ADA, code: codeOf(await issueSetupLink(room.resources)) });

    const mails = await vi.waitFor(async () => {
      const inbox = await room.delivery.listMails({ page: 1, perPage: 10 });
      if (inbox.totalCount === 0) throw new Error("no mail yet");
      return inbox.mails;
    });
    expect(mails).toMatchObject([{ to: "ada@example.test", subject: "Your watch room is ready" }]);
  });

  it("works once, and then nobody gets another one", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));
    await setUp(room, { ...ADA, code });

    const again = await setUp(room, { ...ADA, email: "eve@example.test", code });
    expect([again.status, at(again, "messageId")]).toEqual([404, "setup_closed"]);
    expect(await issueSetupLink(room.resources)).toBeUndefined();
  });

  it("of fifty attempts at once lets one through", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));

    const attempts = await Promise.all(
      Array.from({ length: 50 }, (_, index) => setUp(room, { ...ADA, email: `ada${index}@example.test`, code })),
    );

    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(1);
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    const { rows } = await room.database.query("select count(*) as n from vedette.memberships");
    const users = await room.database.query("select count(*) as n from auth.users");
    expect([rows[0]?.["n"], users.rows[0]?.["n"]]).toEqual(["1", "1"]);
  });

  it.each([
    ["no code", {}, 400],
    ["an empty code", { code: "" }, 403],
    ["a made up code", { code: "A".repeat(43) }, 403],
    ["a number as code", { code: 1 }, 400],
    ["endless code", { code: "A".repeat(5000) }, 400],
  ])("lets nobody in with %s", async (_what, code, status) => {
    await using room = await openEmptyRoom();
    await issueSetupLink(room.resources);

    expect((await setUp(room, { ...ADA, ...code })).status).toBe(status);
    expect((await room.database.query("select id from auth.users")).rows).toEqual([]);
  });

  it("refuses a weak password and a wrong address, and can be tried again", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));

    const weak = await setUp(room, { ...ADA, code, password: "abc" });
    expect([weak.status, at(weak, "messageId")]).toEqual([422, "weak_password"]);
    expect((await setUp(room, { ...ADA, code, email: "not an address" })).status).toBe(400);
    expect((await setUp(room, { ...ADA, code })).status).toBe(200);
  });

  it("is too old after a day", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));
    await room.database.query("update vedette.setup_links set expires_at = now() - interval '1 second'");

    const late = await setUp(room, { ...ADA, code });
    expect([late.status, at(late, "messageId")]).toEqual([410, "setup_code_expired"]);
  });

  it("is the same at the next start while it works, and a new one when it does not", async () => {
    await using room = await openEmptyRoom();
    const first = await issueSetupLink(room.resources);

    expect(await issueSetupLink(room.resources, first)).toBe(first);
    expect(await issueSetupLink(room.resources, "http://elsewhere/setup#code=x")).not.toBe(first);
    await room.database.query("update vedette.setup_links set expires_at = now()");
    const second = await issueSetupLink(room.resources, first);
    expect(second).not.toBe(first);
    expect((await setUp(room, { ...ADA, code: codeOf(second) })).status).toBe(200);
  });

  it("is not taken from a page of another site", async () => {
    await using room = await openEmptyRoom();
    const body = { ...ADA, code: codeOf(await issueSetupLink(room.resources)) };
    const from = (headers: Record<string, string>) => room.ask("POST", "/api/setup", { as: "nobody", body, headers });

    expect((await from({ origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await from({ origin: PUBLIC_URL })).status).toBe(200);
  });

  it("stores no code, only its hash", async () => {
    await using room = await openEmptyRoom();
    const code = codeOf(await issueSetupLink(room.resources));

    const { rows } = await room.database.query("select encode(code_hash, 'hex') as hash from vedette.setup_links");
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  describe("has done its work", () => {
    it("and what the room begins with is there once: what is removed stays removed", async () => {
      await using room = await openRoom(openTestDatabase);
      expect((await room.ask("GET", "/api/search")).json).toMatchObject([
        { uid: "delivery-workers", tags: ["vedette"] },
      ]);
      await room.ask("DELETE", "/api/dashboards/uid/delivery-workers");

      const { openResources, resourceSettings } = await import("../src/index.ts");
      const { settingsFrom } = await import("@vedette/settings");
      await openResources({
        ...room.resources,
        db: room.database,
        settings: settingsFrom(resourceSettings),
        allowedHosts: [],
        allowedOrigins: [],
        deliveryWorkers: { title: "x" },
      });
      expect((await room.ask("GET", "/api/search")).json).toEqual([]);
    });
  });
});
