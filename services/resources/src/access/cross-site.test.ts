import { describe, expect, it } from "vitest";
import { refuseForeignPage, requireSameSite } from "./cross-site.ts";

const publicUrl = "https://watch.example/vedette";
const check = (method: string, headers: Record<string, string>) => () =>
  requireSameSite({ method, headers }, publicUrl);

describe("a request that a cookie signs in", () => {
  it.each([
    ["GET", {}],
    ["GET", { "sec-fetch-site": "cross-site" }],
    ["POST", { "sec-fetch-site": "same-origin" }],
    ["POST", { "sec-fetch-site": "same-origin", origin: "https://proxied.example" }],
    ["PUT", { origin: "https://watch.example" }],
    ["DELETE", { origin: "https://watch.example" }],
    ["POST", { origin: "https://watch.example", "content-length": "2", "content-type": "application/json" }],
  ])("%s with %j is taken", (method, headers) => {
    expect(check(method, headers)).not.toThrow();
  });

  it.each([
    ["POST", {}],
    ["POST", { "sec-fetch-site": "cross-site" }],
    ["POST", { "sec-fetch-site": "same-site" }],
    ["POST", { "sec-fetch-site": "none" }],
    ["PUT", { "sec-fetch-site": "cross-site", origin: "https://watch.example" }],
    ["PUT", { origin: "https://evil.example" }],
    ["PUT", { origin: "https://watch.example.evil.example" }],
    ["PATCH", { origin: "null" }],
    ["DELETE", { origin: "http://watch.example" }],
    ["DELETE", { origin: "https://watch.example:8443" }],
  ])("%s with %j is refused", (method, headers) => {
    expect(check(method, headers)).toThrow(expect.objectContaining({ code: "cross_site" }));
  });

  it("with a body of no declared type is refused", () => {
    expect(check("POST", { origin: "https://watch.example", "content-length": "2" })).toThrow(
      expect.objectContaining({ code: "unsupported_media_type" }),
    );
  });
});

describe("a sign-in", () => {
  const signIn = (headers: Record<string, string>) => () => refuseForeignPage({ method: "POST", headers }, publicUrl);

  it.each([{}, { "sec-fetch-site": "same-origin" }, { origin: "https://watch.example" }])(
    "with %j is taken",
    (headers) => {
      expect(signIn(headers)).not.toThrow();
    },
  );

  it.each([{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, { origin: "null" }])(
    "with %j is refused",
    (headers) => {
      expect(signIn(headers)).toThrow(expect.objectContaining({ code: "cross_site" }));
    },
  );
});
