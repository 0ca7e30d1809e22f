import { onEachStore } from "@vedette/database/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { aUser, call, loginsOf, PASSWORD, signIn } from "./call.ts";
import { hookAt, serve, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, signedIn } from "./published-client-of.ts";
import { startSmsProvider } from "./sms-provider.ts";

const PHONE = "15551234567";
const OPEN = { "auth.sms.enable_signup": true };

/** The code of the newest message to a number, once it has passed the queue. */
const codeTo = async (server: IdentityServer, phone = PHONE) =>
  /\d{6}/.exec((await server.mailTo(phone, "sms")).text)?.[0] ?? "";
const forgetIntervals = (server: IdentityServer) => server.db.query("delete from vedette.mail_intervals");
const codeOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => `${status} ${json["error_code"] ?? ""}`;

onEachStore("a phone number", (open) => {
  it("signs up with a password, is confirmed by a code and signs in [spec 1, What the service does]", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const { auth } = clientOf(server);
    const account = { phone: "+1 555 1234567", password: PASSWORD };

    const { data, error } = await auth.signUp({ ...account, options: { data: { team: "night" } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone: PHONE,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { team: "night", phone: PHONE, phone_verified: false },
      identities: [{ provider: "phone", identity_data: { phone: PHONE } }],
    });
    expect((await auth.signInWithPassword(account)).error?.code).toBe("phone_not_confirmed");
    const verified = await auth.verifyOtp({ phone: account.phone, token: await codeTo(server), type: "sms" });
    expect(verified.data.user?.phone_confirmed_at).toMatch(/^\d{4}-/);
    expect((await auth.signInWithPassword(account)).data.user?.phone).toBe(PHONE);
    expect(await loginsOf(server)).toEqual(["phone", "phone"]);
  });

  it("signs in by code alone, and an unknown one becomes a user", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const { auth } = clientOf(server);

    expect((await auth.signInWithOtp({ phone: PHONE, options: { data: { lang: "de" } } })).error).toBeNull();
    const before = await codeTo(server);
    const first = await auth.verifyOtp({ phone: PHONE, token: before, type: "sms" });
    await auth.signInWithOtp({ phone: PHONE, options: { shouldCreateUser: false } });
    // Five tries with the code of before would burn the new one.
    const token = await vi.waitUntil(async () => [await codeTo(server)].find((code) => code !== before), {
      timeout: 10_000,
    });
    const { data: second } = await auth.verifyOtp({ phone: PHONE, token, type: "sms" });

    expect(first.data.user?.user_metadata).toMatchObject({ lang: "de" });
    expect(second.user?.id).toBe(first.data.user?.id);
    expect((await auth.getClaims()).data?.claims).toMatchObject({ phone: PHONE, amr: [{ method: "otp" }] });
  });

  it("takes the place of another when its owner proves the new one", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const { auth } = await signedIn(server);

    const { data } = await auth.updateUser({ phone: `+${PHONE}` });
    expect(data.user).toMatchObject({ phone: "", new_phone: PHONE, phone_change_sent_at: expect.any(String) });
    const code = await codeTo(server);
    const wrong = await auth.verifyOtp({ phone: PHONE, token: code, type: "sms" });
    expect(wrong.error?.code).toBe("otp_expired");
    const changed = await auth.verifyOtp({ phone: PHONE, token: code, type: "phone_change" });

    expect(changed.data.user).toMatchObject({
      phone: PHONE,
      email: "ada@example.com",
      app_metadata: { provider: "email", providers: ["email", "phone"] },
    });
    expect(changed.data.user?.identities?.[1]?.identity_data).toEqual({
      sub: changed.data.user?.id,
      phone: PHONE,
      phone_verified: true,
      email_verified: false,
    });
    expect(changed.data.user?.new_phone).toBeUndefined();
  });

  it("of somebody else looks the same from outside", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    await adminOf(server).createUser({ phone: PHONE, password: PASSWORD, phone_confirm: true });
    const body = { phone: PHONE, password: PASSWORD };

    const taken = await call(server, "POST /signup", { body });
    const free = await call(server, "POST /signup", { body: { ...body, phone: "15557654321" } });

    expect(taken.status).toBe(free.status);
    expect(taken.json).toMatchObject({ phone: PHONE, identities: [] });
    const again = await Promise.all(
      [PHONE, "15557654321"].map((phone) => call(server, "POST /signup", { body: { ...body, phone } })),
    );
    expect(again.map(codeOf)).toEqual(["429 over_sms_send_rate_limit", "429 over_sms_send_rate_limit"]);
    expect(await server.countMails(PHONE)).toBe(0);
  });

  it("refuses what it must, by code", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const closed = await startIdentity(open, { beside: server });
    const auto = await startIdentity(open, { settings: { ...OPEN, "auth.sms.autoconfirm": true }, beside: server });
    const half = await startIdentity(open, {
      settings: OPEN,
      delivery: { "auth.sms.provider": "vonage", "auth.sms.vonage.api_key": "key" },
      beside: server,
    });
    await aUser(server, { phone: PHONE, phone_confirm: true });
    await aUser(server, { email: "bob@example.com" });
    const { accessToken: bearer } = await signIn(server, { email: "bob@example.com" });
    const body = { phone: PHONE, password: PASSWORD };
    const fresh = { phone: "15550000001" };
    const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };

    const found = {
      signUpOff: await call(closed, "POST /signup", { body }),
      signInOff: await call(closed, "POST /token?grant_type=password", { body }),
      otpOff: await call(closed, "POST /otp", { body: fresh }),
      changeOff: await call(closed, "PUT /user", { bearer, body: fresh }),
      noNumber: await call(server, "POST /signup", { body: { ...body, phone: "0" } }),
      pkce: await call(server, "POST /signup", { body: { ...body, ...challenge } }),
      pkceOtp: await call(server, "POST /otp", { body: { ...fresh, ...challenge } }),
      channel: await call(server, "POST /otp", { body: { ...fresh, channel: "pigeon" } }),
      unknown: await call(server, "POST /otp", { body: { ...fresh, create_user: false } }),
      taken: await call(server, "PUT /user", { bearer, body: { phone: PHONE } }),
      repeated: await call(auto, "POST /signup", { body }),
      wrong: await call(server, "POST /token?grant_type=password", { body: { ...body, password: "wrong" } }),
      first: await call(server, "POST /otp", { body: fresh }),
      soon: await call(server, "POST /otp", { body: fresh }),
      wrongCode: await call(server, "POST /verify", { body: { ...fresh, type: "sms", token: "0000000" } }),
      resendUnknown: await call(server, "POST /resend", { body: { phone: "15550000002", type: "sms" } }),
      resendSoon: await call(server, "POST /resend", { body: { phone: "15550000002", type: "sms" } }),
      halfProvider: await call(half, "POST /otp", { body: { phone: "15550000003" } }),
    };

    expect(Object.fromEntries(Object.entries(found).map(([name, reply]) => [name, codeOf(reply)]))).toEqual({
      signUpOff: "400 phone_provider_disabled",
      signInOff: "422 phone_provider_disabled",
      otpOff: "400 phone_provider_disabled",
      changeOff: "400 phone_provider_disabled",
      noNumber: "400 validation_failed",
      pkce: "400 validation_failed",
      pkceOtp: "400 validation_failed",
      channel: "400 validation_failed",
      unknown: "422 otp_disabled",
      taken: "422 phone_exists",
      repeated: "422 user_already_exists",
      wrong: "400 invalid_credentials",
      first: "200 ",
      soon: "429 over_sms_send_rate_limit",
      wrongCode: "403 otp_expired",
      resendUnknown: "200 ",
      resendSoon: "429 over_sms_send_rate_limit",
      halfProvider: "422 sms_send_failed",
    });
    expect(found.soon.headers["retry-after"]).toMatch(/^\d+$/);
  });

  it("burns its code after five wrong ones and after a minute", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const verify = (token: string) => call(server, "POST /verify", { body: { phone: PHONE, type: "sms", token } });
    await call(server, "POST /otp", { body: { phone: PHONE } });
    const code = await codeTo(server);
    for (let guess = 0; guess < 5; guess += 1) expect((await verify("00000")).status).toBe(403);
    expect((await verify(code)).status).toBe(403);

    await forgetIntervals(server);
    await call(server, "POST /otp", { body: { phone: PHONE } });
    await server.db.query("update auth.one_time_tokens set created_at = created_at - interval '61 seconds'");
    expect((await verify(await codeTo(server))).status).toBe(403);
  });

  it("of a test gets no message, and its code works until the day that is set", async () => {
    const test = { ...OPEN, "auth.sms.test_otp": [`+${PHONE}:123456`] };
    const server = await startIdentity(open, { settings: test });
    const over = await startIdentity(open, {
      settings: { ...test, "auth.sms.test_otp_valid_until": "2020-01-01T00:00:00Z" },
      beside: server,
    });
    const verify = (at: IdentityServer) =>
      call(at, "POST /verify", { body: { phone: PHONE, type: "sms", token: "123456" } });

    expect((await call(server, "POST /otp", { body: { phone: PHONE } })).json).toEqual({ message_id: "test-otp" });
    expect((await verify(server)).status).toBe(200);
    expect(await server.countMails(PHONE)).toBe(0);
    expect((await call(over, "POST /otp", { body: { phone: PHONE } })).json).toEqual({});
    expect((await verify(over)).status).toBe(403);
  });
});

onEachStore("a number that several users want", (open) => {
  const OTP = { ...OPEN, "auth.sms.test_otp": [`${PHONE}:424242`] };
  const change = { phone: PHONE, type: "phone_change", token: "424242" };

  /** Two signed-in users who have both asked for the number. */
  async function twoRivals(server: IdentityServer) {
    const rivals = [];
    for (const email of ["mallory@example.com", "ada@example.com"]) {
      const id = await aUser(server, { email });
      const { accessToken: bearer } = await signIn(server, { email });
      await forgetIntervals(server);
      expect((await call(server, "PUT /user", { bearer, body: { phone: PHONE } })).status).toBe(200);
      rivals.push({ id, bearer });
    }
    const [mallory, ada] = rivals;
    if (mallory === undefined || ada === undefined) throw new Error("No users");
    return { mallory, ada };
  }

  it.each(["test numbers", "an SMS provider that checks codes"])(
    "belongs to the caller who confirms it, with %s, and never to another user",
    async (kind) => {
      const { url } = await startSmsProvider(() => ({ json: { status: "approved" } }));
      const server =
        kind === "test numbers"
          ? await startIdentity(open, { settings: OTP })
          : await startIdentity(open, { settings: OPEN, delivery: provider("twilio_verify", url) });
      const { mallory, ada } = await twoRivals(server);

      const anonymous = await call(server, "POST /verify", { body: change });
      const key = await call(server, "POST /verify", { body: change, bearer: server.publishableKey });
      const confirmed = await call(server, "POST /verify", { body: change, bearer: ada.bearer });
      const late = await call(server, "POST /verify", { body: change, bearer: mallory.bearer });

      expect([anonymous, key].map(codeOf)).toEqual(["403 otp_expired", "403 otp_expired"]);
      expect(confirmed).toMatchObject({ status: 200, json: { user: { id: ada.id, phone: PHONE } } });
      expect(codeOf(late)).toBe("422 phone_exists");
    },
  );

  it("is not confirmed for another user by a caller whose session has ended", async () => {
    const server = await startIdentity(open, { settings: OTP });
    const { mallory, ada } = await twoRivals(server);
    await call(server, `DELETE /admin/users/${ada.id}`, { bearer: server.secretKey });

    expect(codeOf(await call(server, "POST /verify", { body: change, bearer: ada.bearer }))).toBe("403 otp_expired");
    const { json } = await call(server, "POST /verify", { body: change, bearer: mallory.bearer });
    expect(json["user"]).toMatchObject({ id: mallory.id, phone: PHONE });
  });

  it("is confirmed without an access token by the code that only one user got", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const { ada } = await twoRivals(server);

    expect(await server.countMails(PHONE)).toBe(2);
    const token = await codeTo(server);
    const { json } = await call(server, "POST /verify", { body: { ...change, token } });

    expect(json["user"]).toMatchObject({ id: ada.id, phone: PHONE });
  });

  it("is not confirmed for the caller by the code of another user", async () => {
    const server = await startIdentity(open, { settings: OPEN });
    const { mallory, ada } = await twoRivals(server);

    expect(await server.countMails(PHONE)).toBe(2);
    const token = await codeTo(server);
    const verify = (bearer: string) => call(server, "POST /verify", { bearer, body: { ...change, token } });

    expect(codeOf(await verify(mallory.bearer))).toBe("403 otp_expired");
    expect((await verify(ada.bearer)).status).toBe(200);
  });
});

onEachStore("text messages without a provider and without a hook", (open) => {
  it("fail the request with 500, and nothing is stored [contract 14]", async () => {
    const server = await startIdentity(open, {
      settings: { ...OPEN, "auth.sms.test_otp": ["15550009999:123456"] },
      delivery: { "auth.sms.use_inbox": false },
    });
    await aUser(server, { phone: "15550002002", phone_confirm: true });
    const { accessToken: bearer } = await signIn(server);
    const attempts = {
      otp: call(server, "POST /otp", { body: { phone: "15550001001" } }),
      knownOtp: call(server, "POST /otp", { body: { phone: "15550002002" } }),
      unknownOtp: call(server, "POST /otp", { body: { phone: "15550001001", create_user: false } }),
      signUp: call(server, "POST /signup", { body: { phone: "15550001001", password: PASSWORD } }),
      repeated: call(server, "POST /signup", { body: { phone: "15550002002", password: PASSWORD } }),
      resend: call(server, "POST /resend", { body: { phone: "15550001001", type: "sms" } }),
      change: call(server, "PUT /user", { bearer, body: { phone: "15550003003" } }),
    };

    for (const [name, attempt] of Object.entries(attempts)) {
      const { status, json } = await attempt;
      if (name === "unknownOtp" && json["error_code"] === "otp_disabled") continue;
      expect([name, status, json["error_code"], json["msg"]]).toEqual([
        name,
        500,
        "unexpected_failure",
        "Unable to get SMS provider",
      ]);
    }
    expect((await server.db.query("select phone from auth.users")).rows).toEqual([{ phone: "15550002002" }]);
    expect((await call(server, "POST /otp", { body: { phone: "15550009999" } })).status).toBe(200);
  });
});

onEachStore("the hook of text messages", (open) => {
  it("gets the code and the user instead of a provider [spec 1, Hook input: send SMS]", async () => {
    const receiver = await startReceiver(() => ({}));
    const server = await startIdentity(open, { settings: { ...OPEN, ...hookAt("send_sms", receiver.url) } });
    const { auth } = clientOf(server);
    await auth.signUp({ phone: PHONE, password: PASSWORD });

    const [event] = receiver.calls.map((received) => received.event);
    expect(event).toMatchObject({
      metadata: { name: "send-sms" },
      user: {
        phone: PHONE,
        app_metadata: { provider: "phone", providers: ["phone"] },
        confirmation_sent_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        phone_confirmed_at: null,
        phone_change_sent_at: null,
        confirmed_at: null,
      },
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone: PHONE },
    });
    const token = String(Reflect.get(Object(event?.["sms"]), "otp"));
    expect((await auth.verifyOtp({ phone: PHONE, token, type: "sms" })).error).toBeNull();
    expect(await server.countMails(PHONE)).toBe(0);
    await forgetIntervals(server);
    await auth.signInWithOtp({ phone: PHONE });
    expect(receiver.calls[1]?.event).toMatchObject({
      user: { phone_confirmed_at: expect.any(String), confirmed_at: expect.any(String) },
    });
  });

  it("that did not send says so to the client, who may ask again at once [spec 1]", async () => {
    let json: object = { error: { http_code: 422, message: "No such number" } };
    const receiver = await startReceiver(() => ({ json }));
    const server = await startIdentity(open, { settings: { ...OPEN, ...hookAt("send_sms", receiver.url) } });

    const refused = await call(server, "POST /otp", { body: { phone: PHONE } });
    json = {};
    const sent = await call(server, "POST /otp", { body: { phone: PHONE } });

    expect(refused).toMatchObject({ status: 422, json: { msg: "No such number" } });
    expect(sent.status).toBe(200);
  });
});

const SETTINGS = {
  twilio: { account_sid: "AC1", auth_token: "token", message_service_sid: "MG1" },
  messagebird: { access_key: "key", originator: "Vedette" },
  vonage: { api_key: "key", api_secret: "secret", from: "Vedette" },
  textlocal: { api_key: "key", sender: "VEDETT" },
  twilio_verify: { account_sid: "AC1", auth_token: "token", message_service_sid: "VA1" },
} as const;

/** The delivery settings that send by a provider. */
function provider(name: keyof typeof SETTINGS, url: string) {
  const own = Object.entries(SETTINGS[name]).map(([key, value]) => [`auth.sms.${name}.${key}`, value]);
  return { "auth.sms.provider": name, "auth.sms.base_url": url, ...Object.fromEntries(own) };
}

const basic = `Basic ${Buffer.from("AC1:token").toString("base64")}`;

onEachStore("a provider of text messages", (open) => {
  it.each([
    [
      "twilio",
      { status: "queued" },
      {
        path: "/2010-04-01/Accounts/AC1/Messages.json",
        authorization: basic,
        form: { To: `+${PHONE}`, Channel: "sms", From: "MG1", Body: expect.stringMatching(/^Your code is \d{6}$/) },
      },
    ],
    [
      "messagebird",
      {},
      { path: "/messages", authorization: "AccessKey key", form: { originator: "Vedette", recipients: PHONE } },
    ],
    [
      "vonage",
      { messages: [{ status: "0" }] },
      { path: "/sms/json", form: { from: "Vedette", to: PHONE, api_key: "key", api_secret: "secret" } },
    ],
    ["textlocal", { status: "success" }, { path: "/send", form: { apikey: "key", sender: "VEDETT", numbers: PHONE } }],
  ] as const)("named %s gets the message in its own form", async (name, json, request) => {
    const { url, requests } = await startSmsProvider(() => ({ json }));
    const server = await startIdentity(open, { settings: OPEN, delivery: provider(name, url) });

    expect((await call(server, "POST /otp", { body: { phone: PHONE } })).status).toBe(200);

    await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 5000 });
    expect(requests[0]).toMatchObject(request);
    const text = JSON.stringify(requests[0]?.form);
    const token = /code is (\d{6})/.exec(text)?.[1];
    expect((await call(server, "POST /verify", { body: { phone: PHONE, type: "sms", token } })).status).toBe(200);
  });

  it("is asked for numbers of the countries that are allowed alone", async () => {
    const { url, requests } = await startSmsProvider(() => ({ status: 201, json: {} }));
    const settings = { ...OPEN, "auth.sms.allowed_countries": ["+49", "351"] };
    const server = await startIdentity(open, { settings, delivery: provider("twilio", url) });
    const ask = (phone: string) => call(server, "POST /otp", { body: { phone } });

    expect((await ask("+4930123456")).status).toBe(200);
    expect((await ask("351912345678")).status).toBe(200);
    expect(await ask("+15551234567")).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    const attempt = { bearer: server.secretKey, body: { to: "15551234567" } };
    expect((await call(server, "POST /admin/sms/try", attempt)).status).toBe(400);
    await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 10_000 });
  });

  it("is refused alike for numbers of other countries, whether somebody has them or nobody", async () => {
    const { url } = await startSmsProvider(() => ({ status: 201, json: {} }));
    const settings = { ...OPEN, "auth.sms.allowed_countries": ["49"] };
    const server = await startIdentity(open, { settings, delivery: provider("twilio", url) });
    const [known, unknown] = ["15551234567", "15557654321"];
    const body = { phone: known, password: PASSWORD, phone_confirm: true };
    expect((await call(server, "POST /admin/users", { bearer: server.secretKey, body })).status).toBe(200);
    const ask = async (path: `/${string}`, phone: string) => {
      const { status, json } = await call(server, `POST ${path}`, { body: { phone, password: PASSWORD, type: "sms" } });
      return [status, json];
    };

    for (const path of ["/signup", "/resend"] as const) {
      expect(await ask(path, known), path).toEqual(await ask(path, unknown));
      expect((await ask(path, known))[0], path).toBe(400);
    }
  });

  it("is tried by administrators, who see what it answers", async () => {
    const answers = [
      { status: 201, json: { sid: "SM1", status: "queued" } },
      { status: 400, json: { code: 21211, message: "no such number" } },
    ];
    const { url, requests } = await startSmsProvider((_request, count) => answers[count - 1] ?? { json: {} });
    const settings = { ...OPEN, "auth.sms.template": "Harbour: {{ .Code }}" };
    const server = await startIdentity(open, { settings, delivery: provider("twilio", url) });
    const attempt = async (to: string) =>
      (await call(server, "POST /admin/sms/try", { bearer: server.secretKey, body: { to } })).json;

    expect(await attempt(`+${PHONE}`)).toEqual({
      to: PHONE,
      text: "Harbour: 123456",
      failure: "",
      status: 201,
      answer: answers[0]?.json,
    });
    expect(requests[0]?.form).toMatchObject({ To: `+${PHONE}`, Body: "Harbour: 123456" });
    expect(await attempt(PHONE)).toMatchObject({ failure: "status 400", status: 400, answer: answers[1]?.json });
    expect(await attempt("nobody")).toMatchObject({ error_code: "validation_failed" });
    const without = await startIdentity(open, { settings });
    const { json } = await call(without, "POST /admin/sms/try", { bearer: without.secretKey, body: { to: PHONE } });
    expect(json).toMatchObject({ error_code: "validation_failed", msg: "No provider of text messages is set" });
  });

  it.each([
    ["refuses the credentials", { status: 401, json: { code: 20_003 } }],
    ["refuses the number", { status: 400, json: { message: "no such number" } }],
    ["is busy", { status: 503, json: {} }],
    ["takes the request and not the message", { status: 201, json: { status: "failed" } }],
  ])("that %s fails the request, which can be repeated immediately", async (_name, refusal) => {
    let response: { status: number; json: unknown } = refusal;
    const { url, requests } = await startSmsProvider(() => response);
    const server = await startIdentity(open, { settings: OPEN, delivery: provider("twilio", url) });
    const ask = () => call(server, "POST /otp", { body: { phone: PHONE } });

    expect(codeOf(await ask())).toBe("422 sms_send_failed");
    response = { status: 201, json: {} };
    expect((await ask()).status).toBe(200);

    expect(requests).toHaveLength(2);
    const jobs = await server.db.query("select 1 from vedette_jobs.job where name in ('sms', 'sms_dead')");
    expect(jobs.rows).toEqual([]);
  });

  it("that does not respond in time gets the message again from the queue", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const isFirst = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 5000 ? 50 : ms));
    onTestFinished(() => isFirst.mockRestore());
    let count = 0;
    const url = await serve(() => {
      count += 1;
      return count === 1 ? new Promise<Response>(() => {}) : Response.json({}, { status: 201 });
    });
    const server = await startIdentity(open, { settings: OPEN, delivery: provider("twilio", url) });

    expect((await call(server, "POST /otp", { body: { phone: PHONE } })).status).toBe(200);

    await vi.waitFor(() => expect(count).toBe(2), { timeout: 10_000 });
  });

  it("that makes codes itself is asked whether they are right", async () => {
    const { url, requests } = await startSmsProvider(({ path, form }) => ({
      json: { status: path.endsWith("VerificationCheck") && form["Code"] === "424242" ? "approved" : "pending" },
    }));
    const server = await startIdentity(open, { settings: OPEN, delivery: provider("twilio_verify", url) });
    const verify = (token: string) => call(server, "POST /verify", { body: { phone: PHONE, type: "sms", token } });
    expect((await verify("424242")).status).toBe(403);
    await call(server, "POST /otp", { body: { phone: PHONE } });
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), { timeout: 5000 });

    expect((await verify("111111")).status).toBe(403);
    expect((await verify("424242")).status).toBe(200);
    expect(requests.find(({ path }) => path.endsWith("Verifications"))).toEqual({
      path: "/v2/Services/VA1/Verifications",
      authorization: basic,
      form: { To: `+${PHONE}`, Channel: "sms" },
    });
  });

  it.each([
    ["is down", { status: 503, json: {} }, 502],
    ["does not know us", { status: 401, json: { code: 20_003 } }, 502],
    ["has forgotten the code", { status: 404, json: { code: 20_404 } }, 403],
    ["was asked too often about it", { status: 429, json: { code: 60_202 } }, 403],
  ])("that %s costs nobody a code that it has not judged", async (_name, answer, status) => {
    let current: { status?: number; json: unknown } = { json: { status: "pending" } };
    const { url, requests } = await startSmsProvider(() => current);
    const server = await startIdentity(open, { settings: OPEN, delivery: provider("twilio_verify", url) });
    await call(server, "POST /otp", { body: { phone: PHONE } });
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0), { timeout: 25_000 });
    const verify = () => call(server, "POST /verify", { body: { phone: PHONE, type: "sms", token: "424242" } });
    current = answer;

    const replies = [await verify(), await verify(), await verify(), await verify(), await verify(), await verify()];

    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(status));
    current = { json: { status: "approved" } };
    expect((await verify()).status).toBe(status === 502 ? 200 : 403);
  });

  it("is named to clients, and asked for no WhatsApp message that it cannot send", async () => {
    const { url } = await startSmsProvider(() => ({ json: {} }));
    const ask = (server: IdentityServer) => call(server, "POST /otp", { body: { phone: PHONE, channel: "whatsapp" } });
    const bird = await startIdentity(open, { settings: OPEN, delivery: provider("messagebird", url) });
    const verifier = await startIdentity(open, { settings: OPEN, delivery: provider("twilio_verify", url) });

    expect((await call(bird, "GET /settings")).json["sms_provider"]).toBe("messagebird");
    expect(await ask(bird)).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    expect((await ask(verifier)).status).toBe(200);
  });
});

onEachStore("a phone as second factor", (open) => {
  const on = { "auth.mfa.phone.enroll_enabled": true, "auth.mfa.phone.verify_enabled": true };

  it("raises the session to aal2 by the code it gets", async () => {
    const server = await startIdentity(open, { settings: on });
    const { auth } = await signedIn(server);
    const { data } = await auth.mfa.enroll({ factorType: "phone", phone: `+${PHONE}`, friendlyName: "phone" });
    const factorId = data?.id ?? "";
    const challenge = await auth.mfa.challenge({ factorId, channel: "sms" });
    const challengeId = challenge.data?.id ?? "";
    const soon = await auth.mfa.challenge({ factorId, channel: "sms" });

    const wrong = await auth.mfa.verify({ factorId, challengeId, code: "000000" });
    const right = await auth.mfa.verify({ factorId, challengeId, code: await codeTo(server) });

    expect(data).toMatchObject({ type: "phone", phone: PHONE });
    expect(soon.error?.code).toBe("over_sms_send_rate_limit");
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    expect(right.error).toBeNull();
    expect((await auth.getClaims()).data?.claims).toMatchObject({ aal: "aal2", amr: [{ method: "mfa/phone" }, {}] });
    const again = await auth.mfa.enroll({ factorType: "phone", phone: `+${PHONE}`, friendlyName: "same" });
    expect(again.error?.code).toBe("mfa_verified_factor_exists");
  });

  it("is none beside a message to the same number, and one beside a password [threats 2]", async () => {
    const server = await startIdentity(open, { settings: { ...OPEN, ...on, "auth.mfa.phone.max_frequency": 0 } });
    const other = "15557654321";
    await adminOf(server).createUser({ phone: PHONE, phone_confirm: true, password: PASSWORD });
    const byMessage = clientOf(server).auth;
    await byMessage.signInWithOtp({ phone: PHONE, options: { shouldCreateUser: false } });
    await byMessage.verifyOtp({ phone: PHONE, token: await codeTo(server), type: "sms" });
    const byPassword = clientOf(server).auth;
    await byPassword.signInWithPassword({ phone: PHONE, password: PASSWORD });
    const enroll = (auth: typeof byPassword, phone: string) =>
      auth.mfa.enroll({ factorType: "phone", phone: `+${phone}`, friendlyName: phone });

    const own = await enroll(byMessage, PHONE);
    const elsewhere = await enroll(byMessage, other);
    const { data } = await enroll(byPassword, PHONE);
    const factorId = data?.id ?? "";
    const asked = await byPassword.mfa.challenge({ factorId, channel: "sms" });
    const again = await byMessage.mfa.challenge({ factorId, channel: "sms" });
    const answer = { factorId, challengeId: asked.data?.id ?? "", code: "000000" };
    const answered = await byMessage.mfa.verify(answer);

    for (const { error } of [own, again, answered]) {
      expect([error?.status, error?.code]).toEqual([403, "mfa_verification_rejected"]);
    }
    expect(elsewhere.error).toBeNull();
    expect(asked.error).toBeNull();
    expect((await byPassword.mfa.verify(answer)).error?.code).toBe("mfa_verification_failed");
  });

  it("hands its code to the hook as one of a second factor", async () => {
    const receiver = await startReceiver(() => ({}));
    const server = await startIdentity(open, { settings: { ...on, ...hookAt("send_sms", receiver.url) } });
    const { auth } = await signedIn(server);
    const { data } = await auth.mfa.enroll({ factorType: "phone", phone: `+${PHONE}`, friendlyName: "phone" });

    await auth.mfa.challenge({ factorId: data?.id ?? "", channel: "sms" });

    expect(receiver.calls[0]?.event).toMatchObject({ sms: { phone: PHONE, sms_type: "mfa" } });
  });

  it("is refused while it is switched off", async () => {
    const server = await startIdentity(open, { settings: on });
    const { auth, session } = await signedIn(server);
    const { data } = await auth.mfa.enroll({ factorType: "phone", phone: `+${PHONE}`, friendlyName: "phone" });
    const off = await startIdentity(open, { beside: server });

    const reply = await call(off, `POST /factors/${data?.id}/challenge`, { bearer: session.access_token });

    expect(codeOf(reply)).toBe("422 mfa_phone_verify_not_enabled");
  });
});
