import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, handleOAuthCallback, readRequestCookies, VedetteError } from "../src/index.ts";

describe("the callback of an OAuth flow [spec 1, OAuth callback rules]", () => {
  const callback = async (query: string, options: { error?: unknown; headers?: Record<string, string> } = {}) => {
    const codes: string[] = [];
    const request = new Request(`https://app.example/auth/callback${query}`, { headers: options.headers ?? {} });
    const answer = await handleOAuthCallback(request, {
      exchange: async (code) => {
        codes.push(code);
        if (options.error === "thrown") throw new Error("no network");
        return { error: options.error ?? null };
      },
      errorPath: "/auth/error",
      forwardedHosts: ["watch.example"],
    });
    return { status: answer.status, location: answer.headers.get("location"), codes };
  };

  it.each([
    ["?code=abc", "https://app.example/"],
    ["?code=abc&next=/wall", "https://app.example/wall"],
    ["?code=abc&next=/search?for=two%20words", "https://app.example/search?for=two%20words"],
    ["?code=abc&next=wall", "https://app.example/"],
    ["?code=abc&next=https://evil.example", "https://app.example/"],
    ["?code=abc&next=//evil.example", "https://app.example/"],
    ["?code=abc&next=/%5Cevil.example", "https://app.example/"],
    ["?code=abc&next=/%09/evil.example", "https://app.example/"],
    ["?code=abc&next=/a%3Fb%3Dc", "https://app.example/a?b=c"],
  ])("%s leads to %s", async (query, location) => {
    expect(await callback(query)).toEqual({ status: 303, location, codes: ["abc"] });
  });

  it("leads to the error path without a code and when the exchange fails", async () => {
    const error = "https://app.example/auth/error";

    expect(await callback("?next=/wall")).toEqual({ status: 303, location: error, codes: [] });
    expect((await callback("?code=abc", { error: new Error("used") })).location).toBe(error);
    expect((await callback("?code=abc", { error: "thrown" })).location).toBe(error);
  });

  it("leads to the host that a known proxy names, and to no other", async () => {
    const named = (host: string) => callback("?code=abc&next=/wall", { headers: { "x-forwarded-host": host } });

    expect((await named("watch.example")).location).toBe("https://watch.example/wall");
    expect((await named("evil.example")).location).toBe("https://app.example/wall");
  });

  it("never leaves the application, whatever next says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (next) => {
        const { location } = await callback(`?code=abc&next=${encodeURIComponent(`/${next.toWellFormed()}`)}`);
        expect(new URL(location ?? "").origin).toBe("https://app.example");
      }),
    );
  });
});

describe("the cookies of a request", () => {
  const visit = (cookie: string) => readRequestCookies(new Request("https://app.example/", { headers: { cookie } }));
  const cookiesOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");

  it("keep any text over requests, also where it is longer than a cookie", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 9000 }), (text) => {
        const headers = new Headers();
        const first = visit("");
        first.storage.setItem("session", text);
        first.apply(headers);
        const lines = headers.getSetCookie();
        expect(lines.every((line) => line.length < 4096)).toBe(true);
        expect(visit(cookiesOf(headers).join("; ")).storage.getItem("session")).toBe(text);
      }),
    );
  });

  it("end what is not needed any more, and say so to nobody's cache", () => {
    const headers = new Headers();
    const cookies = visit("session.0=base64-YQ; session.1=Yg; sessions=theirs");
    cookies.storage.removeItem("session");
    cookies.apply(headers);

    expect(headers.getSetCookie()).toEqual([
      "session.0=; Max-Age=0; Path=/; Secure; SameSite=Lax",
      "session.1=; Max-Age=0; Path=/; Secure; SameSite=Lax",
    ]);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  it.each(["session=plain", "session=base64-%%%", "session=base64-_w"])(
    "that hold no session are none: %s",
    (cookie) => {
      expect(visit(cookie).storage.getItem("session")).toBeNull();
    },
  );

  it("that nobody changed are not sent again", () => {
    const headers = new Headers();
    visit("session=base64-YQ").apply(headers);

    expect([...headers]).toEqual([]);
  });
});

describe("a client with another provider's tokens", () => {
  const sent: (string | null)[] = [];
  const answering =
    (status: number, body: object): typeof fetch =>
    async (_input, init) => {
      sent.push(new Headers(init?.headers).get("authorization"));
      return Response.json(body, { status });
    };
  let tokens: (string | null)[] = [];
  beforeAll(() => {
    tokens = ["their-token", null];
  });
  afterAll(() => {
    sent.length = 0;
  });

  it("sends them, or the publishable key while there is none, and has no auth of its own", async () => {
    const client = createClient("https://watch.example/", "vd_publishable_key", {
      accessToken: async () => tokens.shift() ?? null,
      fetch: answering(200, { items: [] }),
    });

    await client.dashboards.list();
    await client.dashboards.list();

    expect(sent).toEqual(["Bearer their-token", "Bearer vd_publishable_key"]);
    expect(() => client.auth.getSession()).toThrow(TypeError);
  });

  it("throws what the server refuses with", async () => {
    const client = createClient("https://watch.example", "vd_publishable_key", {
      accessToken: async () => null,
      fetch: answering(409, { kind: "Status", reason: "Conflict", message: "Somebody saved in between." }),
    });

    const refusal = await client.dashboards.get("first").catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(VedetteError);
    expect(refusal).toMatchObject({ status: 409, reason: "Conflict", message: "Somebody saved in between." });
  });
});
