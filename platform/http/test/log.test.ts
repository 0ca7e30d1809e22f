import { describe, expect, it } from "vitest";
import { createLog } from "../src/log.ts";

function aLog() {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  return { log, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? "null") };
}

describe("a line of the log", () => {
  it.each([
    ["by itself", { token: "canary" }],
    ["in an object", { headers: { authorization: "canary", host: "watch.example" } }],
    ["deep inside", { call: { request: { headers: { cookie: "canary" } } } }],
    ["in a list", { calls: [{ apikey: "canary" }, { password: "canary" }] }],
    ["instead of a text", { secret: { value: "canary" } }],
    ["deeper than anybody reads", { a: { b: { c: { d: { e: { f: { password: "canary" } } } } } } }],
  ])("holds no secret that is given to it %s", (_where, fields) => {
    const { log, lines } = aLog();
    log.info(fields, "called");
    expect(lines.join("")).toContain("called");
    expect(lines.join("")).not.toContain("canary");
  });

  it("holds everything else as it is, and leaves what it was given alone", () => {
    const { log, last } = aLog();
    const fields = { status: 200, tags: ["a", { b: null }], at: new Date(0), headers: { host: "x", cookie: "c" } };
    log.info(fields, "request");
    expect(last()).toMatchObject({
      msg: "request",
      status: 200,
      tags: ["a", { b: null }],
      at: "1970-01-01T00:00:00.000Z",
      headers: { host: "x", cookie: "[secret]" },
    });
    expect(fields.headers.cookie).toBe("c");
  });

  it.each([
    ["an e-mail address", "no mailbox eve.canary@example.com here", "no mailbox [email] here"],
    ["an e-mail address of another script", "müller-canary@bücher.example", "[email]"],
    ["a phone number", "cannot send to +4915112345678.", "cannot send to [phone]."],
    ["an access token", "bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2ln", "bad token [token]"],
    ["a secret key", "key vd_secret_canary0123456789abcdef", "key [secret]"],
    ["the key of a wall", "key vdwk_canary0123456789abcdef", "key [secret]"],
    ["a query", "GET https://idp.example/token?code=canary failed", "GET https://idp.example/token?[query] failed"],
    [
      "credentials of a URL",
      "cannot reach postgres://ada:canary@db.example:5432/x",
      "cannot reach postgres://[credentials]@db.example:5432/x",
    ],
  ])("holds %s neither in a message, nor in a field, an error or its cause", (_what, text, redacted) => {
    const { log, lines } = aLog();
    log.info({ reason: text, err: new Error(text, { cause: new Error(text) }) }, text);
    log.child({ reason: text }).warn({ tags: [{ text }] }, "child");

    const [first, second] = lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ msg: redacted, reason: redacted, err: { message: redacted } });
    expect(second).toMatchObject({ msg: "child", reason: redacted, tags: [{ text: redacted }] });
    expect(lines.join("")).not.toContain("canary");
  });

  it.each([
    "listening on http://127.0.0.1:8080/",
    "route /api/snapshots/:key",
    "at load (node_modules/pkg@1.2.3/index.js:10:5)",
    "took 12345678901 ns, 2026-11-29T08:00:00.000+01:00",
    "is the certificate valid? yes",
    "key vd_publishable_0123456789abcdef0123",
  ])("holds %j as it is", (text) => {
    const { log, last } = aLog();
    log.info({ text }, text);

    expect(last()).toMatchObject({ msg: text, text });
  });

  it("is redacted in linear time", () => {
    const { log, lines } = aLog();
    const texts = [
      "a@".repeat(50_000),
      "a.".repeat(50_000),
      "/a".repeat(50_000),
      "eyJ.".repeat(25_000),
      "+1".repeat(50_000),
    ];
    const started = performance.now();
    for (const text of texts) log.info({ text: `${text} ? @ + eyJ` }, "long");

    expect(lines).toHaveLength(texts.length);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("tells an error with its cause, without what a driver attached to it", () => {
    const { log, lines, last } = aLog();
    const error = Object.assign(new Error("refused", { cause: new Error("no route") }), {
      code: "E1",
      detail: "canary",
    });
    log.error({ err: error }, "failed");
    expect(last()).toMatchObject({ err: { type: "Error", message: "refused", code: "E1" } });
    expect(lines.join("")).toContain("no route");
    expect(lines.join("")).not.toContain("canary");
  });
});
