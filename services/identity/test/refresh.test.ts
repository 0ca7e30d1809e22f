import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, refresh, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

onEachStore("a refresh token", (open) => {
  it("exchanged by fifty at once signs nobody out and ends in one valid token", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { refreshToken } = await signIn(server);

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refresh(server, refreshToken, `10.0.0.${index}`)),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const newest = new Set(replies.map(({ json }) => json["refresh_token"]));
    expect(newest.size).toBe(1);
    const rotated = replies.filter(({ headers }) => headers["sb-auth-refresh-token-rotated"] === "true");
    expect(rotated.length).toBe(1);
    expect((await refresh(server, String([...newest][0]))).status).toBe(200);
  });

  it("exchanged at two processes at once ends in one valid token", async () => {
    const server = await startIdentity(open);
    const other = await startIdentity(open, { beside: server });
    await aUser(server);
    const { refreshToken } = await signIn(server);

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refresh(index % 2 === 0 ? server : other, refreshToken, `10.0.0.${index}`),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ json }) => json["refresh_token"])).size).toBe(1);
  });

  it("whose answer was lost gives the newest token again, however late", async () => {
    const server = await startIdentity(open, { settings: { "auth.refresh_token_reuse_interval": 0 } });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const first = await refresh(server, refreshToken);

    const again = await refresh(server, refreshToken);

    expect(again.status).toBe(200);
    expect(again.json["refresh_token"]).toBe(first.json["refresh_token"]);
    expect(again.headers).toMatchObject({
      "sb-auth-refresh-token-reuse": "true",
      "sb-auth-refresh-token-reuse-cause": "lost_answer",
      "sb-auth-refresh-token-counter": "1",
    });
  });

  it("replayed after two more refreshes ends the session", async () => {
    const server = await startIdentity(open, { settings: { "auth.refresh_token_reuse_interval": 0 } });
    await aUser(server);
    const { refreshToken, accessToken } = await signIn(server);
    const second = String((await refresh(server, refreshToken)).json["refresh_token"]);
    const third = String((await refresh(server, second)).json["refresh_token"]);
    await ageRefresh(server.db);

    const replay = await refresh(server, refreshToken);

    expect(replay).toMatchObject({
      status: 400,
      json: { code: 400, error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" },
    });
    expect((await refresh(server, third)).json["error_code"]).toBe("refresh_token_not_found");
    expect((await call(server, "GET /user", { bearer: accessToken })).json["error_code"]).toBe("session_not_found");
  });

  it("replayed within the interval gives the newest token", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const second = String((await refresh(server, refreshToken)).json["refresh_token"]);
    const third = await refresh(server, second);

    const replay = await refresh(server, refreshToken);

    expect(replay.json["refresh_token"]).toBe(third.json["refresh_token"]);
    expect(replay.headers["sb-auth-refresh-token-reuse-cause"]).toBe("reuse_interval");
  });

  it("replayed does not end the session where rotation is off", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.refresh_token_reuse_interval": 0, "auth.enable_refresh_token_rotation": false },
    });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const second = String((await refresh(server, refreshToken)).json["refresh_token"]);
    const third = String((await refresh(server, second)).json["refresh_token"]);
    await ageRefresh(server.db);

    expect((await refresh(server, refreshToken)).json["error_code"]).toBe("refresh_token_already_used");
    expect((await refresh(server, third)).status).toBe(200);
  });

  it.each([
    ["auth.sessions.timebox", "Invalid Refresh Token: Session Expired"],
    ["auth.sessions.inactivity_timeout", "Invalid Refresh Token: Session Expired (Inactivity)"],
  ] as const)("of a session beyond %s is refused", async (setting, message) => {
    const server = await startIdentity(open, { settings: { [setting]: "1h" } });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    expect((await refresh(server, refreshToken)).status).toBe(200);
    await server.db.query(
      "update auth.sessions set created_at = now() - interval '2 hours', refreshed_at = now() at time zone 'utc' - interval '1 hour'",
    );

    expect(await refresh(server, refreshToken)).toMatchObject({
      status: 400,
      json: { error_code: "session_expired", msg: message },
    });
  });

  it("that this server never made is refused", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const mistyped = refreshToken.replace(/.$/, (sign) => (sign === "A" ? "B" : "A"));

    for (const token of ["", "abc", "!!!!!!!!!!!!", "A".repeat(51), "A".repeat(500), mistyped]) {
      expect(await refresh(server, token)).toMatchObject({
        status: 400,
        json: { error_code: "validation_failed", msg: "Refresh token is not valid" },
      });
    }
    expect((await refresh(server, refreshToken)).status).toBe(200);
  });

  it("of a banned user is refused", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { refreshToken } = await signIn(server);
    await call(server, `PUT /admin/users/${id}`, { body: { ban_duration: "1h" }, bearer: server.secretKey });

    expect(await refresh(server, refreshToken)).toMatchObject({ status: 400, json: { error_code: "user_banned" } });
    await call(server, `PUT /admin/users/${id}`, { body: { ban_duration: "none" }, bearer: server.secretKey });
    expect((await refresh(server, refreshToken)).status).toBe(200);
  });
});

/** Pretends that the last refresh was an hour ago. */
async function ageRefresh(db: { query(text: string): Promise<unknown> }): Promise<void> {
  await db.query("update auth.sessions set refreshed_at = refreshed_at - interval '1 hour'");
}
