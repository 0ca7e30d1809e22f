import { describe, expect, it } from "vitest";
import { failureCode } from "./failure-code.ts";

describe("the code of a failure", () => {
  it.each([
    ["/api", { message: "You may not do this", messageId: "not_allowed" }, "not_allowed"],
    ["/auth/v1", { code: 403, error_code: "not_admin", msg: "No" }, "not_admin"],
    ["/apis", { kind: "Status", code: 404, reason: "NotFound" }, "NotFound"],
    ["the Prometheus API", { status: "error", errorType: "not_found", error: "There is no such source" }, "not_found"],
  ])("is found in what %s answers", (_surface, body, code) => {
    expect(failureCode(body)).toBe(code);
  });

  it.each([
    { message: "no Route matched with those values" },
    { timestamp: 1, status: 404, error: "Not Found", path: "/" },
    { code: 403, reason: "" },
    ["reason"],
    "reason",
    null,
  ])("is not in a proxy's %j", (body) => {
    expect(failureCode(body)).toBeUndefined();
  });
});
