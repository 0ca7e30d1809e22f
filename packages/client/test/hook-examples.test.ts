import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { onEachStore } from "@vedette/database/testing";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { domainRules } from "../examples/hooks/domain-rules.ts";
import { type MailProvider, mailLanguages } from "../examples/hooks/mail-languages.ts";
import {
  everyMinute,
  MESSAGE_QUEUE,
  type QueuedMessage,
  queueMessages,
  sendDue,
} from "../examples/hooks/message-queue.ts";
import { FAILED_ATTEMPTS, notifyOfFailures, slowDownFailures } from "../examples/hooks/password-watch.ts";
import { refuseProvider } from "../examples/hooks/refuse-provider.ts";
import { regionalSms } from "../examples/hooks/regional-sms.ts";
import { smsChannels } from "../examples/hooks/sms-channels.ts";
import { type HookHandlers, type HookName, HookRefusal, receiveHooks, TryAgain } from "../src/hooks.ts";

const KEY = Buffer.from("a secret of thirty-two bytes ok!").toString("base64");
const SECRET = `v1,whsec_${KEY}`;

interface Sending {
  readonly at?: Date;
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** Sends an event to a receiver, signed as the service signs. */
async function send(hooks: HookHandlers, name: HookName, input: object, { at = new Date(), ...sending }: Sending = {}) {
  const receive = receiveHooks({ secrets: SECRET, hooks, maxBytes: 10_000 });
  const metadata = { uuid: crypto.randomUUID(), time: at.toISOString(), name, ip_address: "127.0.0.1" };
  const body = sending.body ?? JSON.stringify({ metadata, ...input });
  const id = crypto.randomUUID();
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(sending.key ?? KEY).sign(id, now, body),
    ...sending.headers,
  };
  const answer = await receive(new Request("http://localhost/", { method: "POST", headers, body }));
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const aUser = (fields: object = {}) => ({
  email: "ada@example.com",
  phone: "15551234567",
  app_metadata: { provider: "email", providers: ["email"] },
  user_metadata: {},
  ...fields,
});

describe("a receiver of hooks", () => {
  const user = aUser();

  it.each<[string, Sending, number]>([
    ["signed by somebody else", { key: Buffer.from("not the secret of this receiver!").toString("base64") }, 401],
    ["that is too old", { headers: { "webhook-timestamp": "1000000000" } }, 401],
    ["without a signature", { headers: { "webhook-signature": "" } }, 401],
    ["that is no JSON", { body: "{" }, 401],
    ["that is too large", { body: `"${"x".repeat(20_000)}"` }, 413],
    ["that it does not know", { body: '{"metadata":{"name":"on-friday"}}' }, 400],
  ])("turns a call away %s", async (_name, sending, status) => {
    const answer = await send({ "before-user-created": () => undefined }, "before-user-created", { user }, sending);

    expect(answer.status).toBe(status);
  });

  it("answers in the form that the service expects", async () => {
    const refuse = () => {
      throw new HookRefusal(403, "No");
    };
    const later = () => {
      throw new TryAgain(1);
    };
    const fail = () => {
      throw new Error("a secret of the house");
    };
    const ask = (hooks: HookHandlers) => send(hooks, "before-user-created", { user });

    expect(await ask({ "before-user-created": () => undefined })).toMatchObject({ status: 200, json: {} });
    expect((await ask({ "before-user-created": refuse })).json).toEqual({ error: { http_code: 403, message: "No" } });
    expect((await ask({ "before-user-created": later })).headers.get("retry-after")).toBe("1");
    expect(await ask({ "before-user-created": fail })).toMatchObject({
      status: 500,
      json: { message: "The hook failed." },
    });
    expect((await ask({})).status).toBe(404);
  });

  it("takes the old and the new secret while one replaces the other", async () => {
    const other = Buffer.from("another secret of thirty-two by.").toString("base64");
    const receive = receiveHooks({ secrets: `v1,whsec_${other}|${SECRET}`, hooks: { "send-sms": () => undefined } });
    const body = JSON.stringify({ user, sms: { otp: "123456" } });
    const id = "one";
    const at = new Date();

    for (const key of [KEY, other]) {
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(key).sign(id, at, body),
      };
      expect((await receive(new Request("http://localhost/", { method: "POST", headers, body }))).status).toBe(200);
    }
  });

  it.each(["", "whsec_abc", "v1,whsec_", "v1,whsec_*"])("has no use for the secret %j", (secrets) => {
    expect(() => receiveHooks({ secrets, hooks: {} })).toThrow(TypeError);
  });
});

describe("the domain rules [spec 1, sample (a)]", () => {
  const rules = domainRules({ allow: ["good.example.com"], deny: ["example.com"] });

  it.each([
    ["ada@good.example.com", undefined],
    ["ada@example.com", 403],
    ["ada@sub.example.com", 403],
    ["ada@elsewhere.org", undefined],
  ])("answer %s with %s", async (email, status) => {
    const { json } = await send(rules, "before-user-created", { user: aUser({ email }) });

    expect(json.error?.http_code).toBe(status);
  });
});

describe("the refusal of a provider [spec 1, sample (b)]", () => {
  it.each([
    ["discord", 403],
    ["github", undefined],
    ["email", undefined],
  ])("answers %s with %s", async (provider, status) => {
    const user = aUser({ app_metadata: { provider, providers: [provider] } });

    expect((await send(refuseProvider("discord"), "before-user-created", { user })).json.error?.http_code).toBe(status);
  });
});

onEachStore("the watch over passwords [spec 1, sample (c)]", (open) => {
  const userId = "00000000-0000-4000-8000-000000000001";
  const start = new Date("2026-05-01T12:00:00Z");
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

  it("tells of the fifth failure in a day and lets everything go on", async () => {
    const db = await open();
    await db.exec(`drop table if exists public.failed_attempts; ${FAILED_ATTEMPTS}`);
    const told: number[] = [];
    const hooks = notifyOfFailures(db.query, { notify: async (_id, failures) => void told.push(failures) });
    const attempt = (valid: boolean, at: Date) =>
      send(hooks, "password-verification", { user_id: userId, valid }, { at });

    await attempt(false, after(-90_000));
    for (const at of [0, 20, 40, 60]) await attempt(false, after(at));
    expect(told).toEqual([]);
    await attempt(true, after(70));
    expect(told).toEqual([]);
    for (const at of [80, 100]) expect((await attempt(false, after(at))).json).toEqual({ decision: "continue" });

    expect(told).toEqual([5]);
  });

  it("answers 429 to a failure within ten seconds of another, and never to the right password", async () => {
    const db = await open();
    await db.exec(`drop table if exists public.failed_attempts; ${FAILED_ATTEMPTS}`);
    const hooks = slowDownFailures(db.query);
    const attempt = async (valid: boolean, at: Date) =>
      (await send(hooks, "password-verification", { user_id: userId, valid }, { at })).json;

    expect(await attempt(false, after(0))).toEqual({ decision: "continue" });
    expect(await attempt(false, after(9))).toMatchObject({ error: { http_code: 429 } });
    expect(await attempt(true, after(10))).toEqual({ decision: "continue" });
    expect(await attempt(false, after(20))).toEqual({ decision: "continue" });
  });
});

describe("the channels of text messages [spec 1, sample (d)]", () => {
  it.each([
    ["491701234567", "messenger"],
    ["15551234567", "sms"],
    ["18681234567", "trinidad"],
  ])("take %s by %s", async (phone, way) => {
    const ways: string[] = [];
    const by = (name: string) => async () => void ways.push(name);
    const channelByCountryCode = new Map([
      ["49", by("messenger")],
      ["1868", by("trinidad")],
    ]);
    const hooks = smsChannels({ channelByCountryCode, plainSms: by("sms") });

    const { status } = await send(hooks, "send-sms", { user: aUser({ phone }), sms: { otp: "123456", phone } });

    expect([status, ways]).toEqual([200, [way]]);
  });

  it("fall back to plain SMS", async () => {
    const sent: string[] = [];
    const broken = async () => Promise.reject(new Error("closed"));
    const plainSms = async ({ text }: { text: string }) => void sent.push(text);
    const hooks = smsChannels({ channelByCountryCode: new Map([["1", broken]]), plainSms });

    await send(hooks, "send-sms", { user: aUser(), sms: { otp: "123456", phone: "15551234567" } });

    expect(sent).toEqual(["Your code is 123456"]);
  });
});

describe("a regional SMS provider [contract 12.4 (f)]", () => {
  const event = { user: aUser(), sms: { otp: "123456", phone: "919876543210" } };

  async function provider(status: number) {
    const bodies: unknown[] = [];
    const server = createServer(async (request, response) => {
      bodies.push(await json(request));
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new TypeError("No port");
    const fields = { sender: "VEDETT", template_id: "1107" };
    return { bodies, hooks: regionalSms({ url: `http://127.0.0.1:${address.port}/`, token: "t", fields }) };
  }

  it("gets the fields of its platform", async () => {
    const { bodies, hooks } = await provider(200);

    expect((await send(hooks, "send-sms", event)).status).toBe(200);

    expect(bodies).toEqual([
      { sender: "VEDETT", template_id: "1107", to: "+919876543210", text: "Your code is 123456" },
    ]);
  });

  it("is asked again while it is overloaded, and its refusal fails the request", async () => {
    const overloaded = await send((await provider(503)).hooks, "send-sms", event);
    expect([overloaded.status, overloaded.headers.has("retry-after")]).toEqual([503, true]);
    expect((await send((await provider(400)).hooks, "send-sms", event)).status).toBe(500);
  });
});

describe("the schedule of the queue", () => {
  it("calls every minute, one call at a time, and survives an error", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ends: (() => void)[] = [];
    const errors: unknown[] = [];
    let calls = 0;
    const work = () => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error("down")) : new Promise<void>((end) => void ends.push(end));
    };
    const stop = everyMinute(work, (error) => void errors.push(error));

    await vi.advanceTimersByTimeAsync(180_000);
    expect(calls).toBe(1);
    ends.pop()?.();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([calls, errors.length]).toEqual([3, 1]);
    stop();
    ends.pop()?.();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toBe(3);
  });
});

onEachStore("the queue of messages [spec 1, sample (e)]", (open) => {
  const minute = (count: number) => new Date(Date.now() + count * 60_000);

  async function aQueue() {
    const db = await open();
    await db.exec(`
      do $$ begin
        create role anon nologin; create role authenticated nologin; create role vedette_auth_admin nologin;
      exception when duplicate_object or unique_violation then null; end $$;
      drop schema if exists hooks cascade; ${MESSAGE_QUEUE}`);
    return db;
  }

  it("sends what is due, the most urgent of a window first", async () => {
    const db = await aQueue();
    const hooks = queueMessages(db.query);
    await send(hooks, "send-email", { user: aUser(), email_data: { token: "1" } });
    await send(hooks, "send-sms", { user: aUser(), sms: { otp: "123456" } });
    await db.query("update hooks.message_jobs set created_at = timestamptz '2026-01-01 00:01' where kind = 'email'");
    await db.query("update hooks.message_jobs set created_at = timestamptz '2026-01-01 00:04' where kind = 'sms'");
    await db.query(
      "insert into hooks.message_jobs (kind, payload, created_at) values ('email', '{}', timestamptz '2026-01-01 00:06')",
    );
    const kinds: string[] = [];
    const note = async ({ kind }: QueuedMessage) => void kinds.push(kind);

    expect(await sendDue(db.query, { send: note, now: minute(1) })).toBe(3);
    expect(kinds).toEqual(["sms", "email", "email"]);
    expect(await sendDue(db.query, { send: note, now: minute(2) })).toBe(0);
  });

  it("repeats a failure twice, a minute apart", async () => {
    const db = await aQueue();
    await send(queueMessages(db.query), "send-sms", { user: aUser(), sms: { otp: "123456" } });
    let attempts = 0;
    const fail = async () => {
      attempts += 1;
      throw new Error("closed");
    };
    const seen: number[] = [];
    for (const at of [1, 1.5, 2.1, 3.2, 4.3, 9]) {
      await sendDue(db.query, { send: fail, now: minute(at) });
      seen.push(attempts);
    }

    expect(seen).toEqual([1, 1, 2, 3, 3, 3]);
    expect((await db.query("select state from hooks.message_jobs")).rows).toEqual([{ state: "failed" }]);
  });
});

describe("mails in the language of the reader [contract 12.4 (f)]", () => {
  const data = {
    token: "123456",
    token_hash: "h".repeat(24),
    redirect_to: "https://app.example/",
    email_action_type: "signup",
    site_url: "https://auth.example",
    token_new: "",
    token_hash_new: "",
  };

  it("are written by the second provider when the first does not take them", async () => {
    const sent: Parameters<MailProvider>[0][] = [];
    const broken = async () => Promise.reject(new Error("closed"));
    const hooks = mailLanguages([broken, async (mail) => void sent.push(mail)]);
    const user = aUser({ user_metadata: { lang: "de" } });

    expect((await send(hooks, "send-email", { user, email_data: data })).status).toBe(200);
    expect(sent).toMatchObject([{ to: "ada@example.com", subject: "Ihr Code" }]);
    const refused = await send(mailLanguages([broken]), "send-email", { user, email_data: data });
    expect(refused.json).toMatchObject({ error: { http_code: 422 } });
  });

  it("of a change of address go to both with the crossed hashes", async () => {
    const sent: Parameters<MailProvider>[0][] = [];
    const hooks = mailLanguages([async (mail) => void sent.push(mail)]);
    const change = {
      ...data,
      email_action_type: "email_change",
      token_new: "654321aaaaaaaaaaaaaa",
      token_hash_new: "n".repeat(24),
    };

    await send(hooks, "send-email", { user: aUser({ new_email: "new@example.com" }), email_data: change });

    expect(sent.map(({ to, text }) => [to, text.slice(0, 6), /token=(.)/.exec(text)?.[1]])).toEqual([
      ["ada@example.com", "123456", "n"],
      ["new@example.com", "654321", "h"],
    ]);
  });
});

describe("two copies of the package in one application", () => {
  it("recognise each other's errors", async () => {
    vi.resetModules();
    const other = await import("../src/hooks.ts");
    expect(other.HookRefusal).not.toBe(HookRefusal);
    const refuse = () => {
      throw new other.HookRefusal(403, "Not you");
    };
    const later = () => {
      throw new other.TryAgain(3);
    };

    expect(await send({ "send-sms": refuse }, "send-sms", {})).toMatchObject({
      status: 200,
      json: { error: { http_code: 403, message: "Not you" } },
    });
    const busy = await send({ "send-sms": later }, "send-sms", {});
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "3"]);
    const lookAlike = () => {
      throw Object.assign(new Error("secret"), { name: "HookRefusal", httpCode: 403 });
    };
    expect((await send({ "send-sms": lookAlike }, "send-sms", {})).status).toBe(500);
  });
});
