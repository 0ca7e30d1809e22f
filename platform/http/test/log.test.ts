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
