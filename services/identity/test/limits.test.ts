import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, type Reply, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

type Ask = (server: IdentityServer, from: string) => Promise<Reply>;

const WRONG_CODE: Ask = (server, from) =>
  call(server, "POST /verify", { body: { type: "email", email: "ada@example.com", token: "000000" }, from });

onEachStore("a limit for each address of the network", (open) => {
  it.each([
    ["auth.rate_limits.verification.requests_burst", 2, WRONG_CODE],
    [
      "auth.rate_limits.verification.requests_burst",
      2,
      (server, from) => call(server, "GET /verify?type=signup&token=nonsense", { from }),
    ],
    [
      "auth.rate_limit.token_refresh",
      "2/1h",
      (server, from) => call(server, "POST /token?grant_type=refresh_token", { body: {}, from }),
    ],
    ["auth.rate_limit.sign_in_sign_ups", "2/1h", (server, from) => call(server, "POST /recover", { body: {}, from })],
    ["auth.rate_limit.sign_in_sign_ups", "2/1h", (server, from) => call(server, "POST /resend", { body: {}, from })],
    ["auth.rate_limit.sign_in_sign_ups", "2/1h", (server, from) => call(server, "POST /otp", { body: {}, from })],
    ["auth.rate_limit.sign_in_sign_ups", "2/1h", (server, from) => call(server, "POST /magiclink", { body: {}, from })],
    [
      "auth.rate_limit.sign_in_sign_ups",
      "2/1h",
      (server, from) => call(server, "POST /signup", { body: { email: "x" }, from }),
    ],
    ["auth.rate_limit.anonymous_users", "2/1h", (server, from) => call(server, "POST /signup", { body: {}, from })],
  ] as const satisfies readonly (readonly [string, number | string, Ask])[])(
    "%s of %j holds over two processes",
    async (setting, rate, ask) => {
      const settings = { [setting]: rate };
      const server = await startIdentity(open, { settings });
      const other = await startIdentity(open, { settings, beside: server });

      const first = await ask(server, "192.0.2.1");
      const second = await ask(other, "192.0.2.1");
      const third = await ask(server, "192.0.2.1");

      expect([first.status, second.status]).not.toContain(429);
      expect(first.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
      expect(second.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "0" });
      expect(first.headers["retry-after"]).toBeUndefined();
      expect(third).toMatchObject({
        status: 429,
        json: { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
        headers: { "ratelimit-limit": "2", "ratelimit-remaining": "0", "retry-after": expect.stringMatching(/^\d+$/) },
      });
      expect((await ask(other, "192.0.2.2")).status).not.toBe(429);
    },
  );

  it("lets the next one through after the interval, not a whole burst", async () => {
    const server = await startIdentity(open, { settings: { "auth.rate_limits.verification.requests_burst": 3 } });
    for (let count = 0; count < 3; count += 1) await WRONG_CODE(server, "192.0.2.1");
    const refused = await WRONG_CODE(server, "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(10);

    // 360 an hour are one every ten seconds.
    await server.db.query("update vedette.rate_limits set full_at = full_at - interval '10 seconds'");

    expect((await WRONG_CODE(server, "192.0.2.1")).status).toBe(403);
    expect((await WRONG_CODE(server, "192.0.2.1")).status).toBe(429);
  });

  it("is thirty at once for codes by default", async () => {
    const server = await startIdentity(open);
    const replies: number[] = [];
    for (let count = 0; count < 32; count += 1) replies.push((await WRONG_CODE(server, "192.0.2.1")).status);

    expect(replies.filter((status) => status === 403).length).toBe(30);
    expect(replies.at(-1)).toBe(429);
  });

  it("counts a network of IPv6 as one, and keeps no address", async () => {
    const server = await startIdentity(open, { settings: { "auth.rate_limits.verification.requests_burst": 1 } });
    await WRONG_CODE(server, "2001:db8::1");

    expect((await WRONG_CODE(server, "2001:db8:0:0:ffff::2")).status).toBe(429);
    expect((await WRONG_CODE(server, "2001:db8:0:1::2")).status).toBe(403);
    const { rows } = await server.db.query("select key from vedette.rate_limits");
    expect(JSON.stringify(rows)).not.toContain("2001");
  });

  it("is told as it stands in all processes: how much is used, and by whom most", async () => {
    const settings = { "auth.rate_limits.verification.requests_burst": 4, "auth.email.max_frequency": 0 };
    const server = await startIdentity(open, { settings });
    const other = await startIdentity(open, { settings, beside: server });
    await aUser(server);
    const body = { email: "ada@example.com", password: PASSWORD };
    await call(server, "POST /token?grant_type=password", { body, from: "192.0.2.1" });
    for (const process of [server, other, other]) await WRONG_CODE(process, "192.0.2.1");
    await WRONG_CODE(other, "192.0.2.2");
    await call(other, "POST /recover", { body: { email: "ada@example.com" } });

    const { text } = await call(other, "GET /admin/rate-limits", { bearer: server.secretKey });

    const uses = JSON.parse(text) as { limiter: string }[];
    const of = (name: string) => uses.find(({ limiter }) => limiter === name);
    expect(of("verify")).toEqual({
      limiter: "verify",
      setting: "auth.rate_limits.verification.requests_per_hour",
      of: "address",
      limit: 4,
      refill_seconds: 10,
      window_seconds: null,
      users: 2,
      nearest: [
        { name: "192.0.2.1", people: ["ada@example.com"], used: 3 },
        // Nothing that is kept for longer names this one.
        { name: null, people: [], used: 1 },
      ],
    });
    expect(of("email_sent")).toMatchObject({
      setting: "auth.rate_limits.email.inbuilt_smtp_per_hour",
      of: "project",
      limit: 1000,
      window_seconds: 3600,
      nearest: [{ used: 1 }],
    });
    expect(of("sms_sent")).toMatchObject({ users: 0, nearest: [] });
  });

  it("goes by the header that is configured", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.rate_limits.verification.requests_burst": 1, "auth.rate_limit.header": "X-Client" },
    });
    const ask = (client: string) =>
      call(server, "POST /verify", {
        body: { type: "email", email: "ada@example.com", token: "000000" },
        headers: { "x-client": client },
      });

    expect((await ask("198.51.100.1, 10.0.0.1")).status).toBe(403);
    expect((await ask("198.51.100.1")).status).toBe(429);
    expect((await ask("198.51.100.2")).status).toBe(403);
  });

  it("ignores text of that header that is not an IP address", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.rate_limits.verification.requests_burst": 1, "auth.rate_limit.header": "X-Client" },
    });
    const statuses: number[] = [];
    for (const client of ["one", "two", "198.51.100", "1.2.3.4.5", "unknown", "_hidden", "example.com"]) {
      const body = { type: "email", email: "ada@example.com", token: "000000" };
      statuses.push((await call(server, "POST /verify", { body, headers: { "x-client": client } })).status);
    }

    expect(statuses).toEqual([403, 429, 429, 429, 429, 429, 429]);
  });

  it.each(["X-Real-IP", ""])("counts one address as one client, whatever its port (header %j)", async (name) => {
    const server = await startIdentity(open, {
      settings: { "auth.rate_limits.verification.requests_burst": 1, "auth.rate_limit.header": name },
    });
    const ask = async (client: string) => {
      const body = { type: "email", email: "ada@example.com", token: "000000" };
      return (await call(server, "POST /verify", { body, headers: { [name || "X-Forwarded-For"]: client } })).status;
    };

    expect(await ask("198.51.100.21:40001")).toBe(403);
    expect(await ask("198.51.100.21:40002")).toBe(429);
    expect(await ask("[2001:db8::1]:443")).toBe(403);
    expect(await ask("[2001:db8::1]:444")).toBe(429);
    expect(await ask("unknown")).toBe(403);
    expect(await ask("_hidden")).toBe(429);
  });

  it("of changes to the user counts only who is signed in", async () => {
    const server = await startIdentity(open, { settings: { "auth.rate_limit.sign_in_sign_ups": "1/1h" } });
    await aUser(server);
    const { accessToken } = await signIn(server);
    const change = (bearer?: string) =>
      call(server, "PUT /user", { body: { data: { a: 1 } }, ...(bearer === undefined ? {} : { bearer }) });

    expect((await change()).status).toBe(401);
    expect((await change(accessToken)).status).toBe(200);
    expect((await change(accessToken)).status).toBe(429);
  });
});

onEachStore("the limit of sign-ups with one domain", (open) => {
  it("counts whoever asks, for addresses that are taken and for those that are free", async () => {
    const settings = { "auth.rate_limit.sign_ups_per_domain": 3, "auth.email.max_frequency": 0 };
    const server = await startIdentity(open, { settings });
    await aUser(server);
    const signUp = (email: string, from: string) =>
      call(server, "POST /signup", { body: { email, password: PASSWORD }, from });
    const ask = (email: string) => call(server, "POST /otp", { body: { email } });

    const first = [
      await signUp("ada@example.com", "203.0.113.1"),
      await signUp("new@EXAMPLE.com", "203.0.113.2"),
      await ask("third@example.com"),
    ];
    const over = [await signUp("ada@example.com", "203.0.113.4"), await ask("fifth@example.com")];

    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const reply of over) {
      expect(reply).toMatchObject({ status: 429, json: { error_code: "over_email_send_rate_limit" } });
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(3000);
    }
    expect((await signUp("a@new.example", "203.0.113.5")).status).toBe(200);
    expect((await ask("ada@example.com")).status).toBe(200);
  });
});

onEachStore("the limit of mails", (open) => {
  const signUp = (server: IdentityServer, name: string) =>
    call(server, "POST /signup", { body: { email: `${name}@example.com`, password: PASSWORD } });

  it("holds while addresses need no confirmation [spec 1, Limits]", async () => {
    const settings = { "auth.rate_limits.email.inbuilt_smtp_per_hour": 2, "auth.email.autoconfirm": true };
    const server = await startIdentity(open, { settings });
    const names = ["one", "two", "three"];
    for (const name of names) expect((await signUp(server, name)).status).toBe(200);

    const replies: number[] = [];
    for (const name of names) {
      replies.push((await call(server, "POST /recover", { body: { email: `${name}@example.com` } })).status);
    }

    expect(replies).toEqual([200, 200, 429]);
  });

  it("is one for the whole project and both processes, two an hour with the built-in sender", async () => {
    const settings = { "auth.rate_limits.email.inbuilt_smtp_per_hour": 2 };
    const server = await startIdentity(open, { settings });
    const other = await startIdentity(open, { settings, beside: server });
    await aUser(server);

    expect((await signUp(server, "one")).status).toBe(200);
    expect((await call(other, "POST /recover", { body: { email: "ada@example.com" } })).status).toBe(200);
    const refused = await signUp(server, "three");

    expect(refused).toMatchObject({
      status: 429,
      json: { error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" },
      headers: { "ratelimit-limit": "2", "retry-after": expect.stringMatching(/^\d+$/) },
    });
    expect((await call(other, "POST /otp", { body: { email: "four@example.com" } })).status).toBe(429);
    const invite = { body: { email: "five@example.com" }, bearer: server.secretKey };
    expect((await call(server, "POST /invite", invite)).status).toBe(429);
    expect((await call(server, "GET /admin/users", { bearer: server.secretKey })).json["users"]).toHaveLength(2);
    await server.db.query("update vedette.rate_limits set full_at = full_at - interval '1 hour'");
    expect((await signUp(server, "three")).status).toBe(200);
  });

  it("holds on changes to the user only where the address changes", async () => {
    const server = await startIdentity(open, { settings: { "auth.rate_limits.email.inbuilt_smtp_per_hour": 0 } });
    await aUser(server);
    const { accessToken: bearer } = await signIn(server);

    expect((await call(server, "PUT /user", { body: { data: { a: 1 } }, bearer })).status).toBe(200);
    expect((await call(server, "PUT /user", { body: { email: "new@example.com" }, bearer })).json).toMatchObject({
      error_code: "over_email_send_rate_limit",
    });
  });

  it("does not tell who has an account", async () => {
    const server = await startIdentity(open, { settings: { "auth.rate_limits.email.inbuilt_smtp_per_hour": 1 } });
    await aUser(server);

    const unknown = await call(server, "POST /recover", { body: { email: "nobody@example.com" } });
    const known = await call(server, "POST /recover", { body: { email: "ada@example.com" } });

    expect(unknown).toMatchObject({ status: 200, json: {} });
    expect(known.status).toBe(429);
  });
});

onEachStore("the built-in sender", (open) => {
  it("writes to the team and to named addresses only [spec 1, Errors]", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.email.authorized_addresses": ["Friend@example.org", "*@example.net"] },
    });
    const signUp = (email: string) => call(server, "POST /signup", { body: { email, password: PASSWORD } });

    expect(await signUp("stranger@example.org")).toMatchObject({
      status: 400,
      json: {
        error_code: "email_address_not_authorized",
        msg: 'Email address "stranger@example.org" cannot be used as it is not authorized',
      },
    });
    const { rows } = await server.db.query("select count(*) as users from auth.users");
    expect(rows).toEqual([{ users: "0" }]);
    for (const email of ["friend@example.org", "friend+label@example.org", "anybody@example.net"]) {
      expect((await signUp(email)).status, email).toBe(200);
    }
    const recover = (email: string) => call(server, "POST /recover", { body: { email } });
    await aUser(server, { email: "known@example.org" });
    expect((await recover("known@example.org")).status).toBe(400);
    expect((await recover("unknown@example.org")).status).toBe(400);
  });
});
