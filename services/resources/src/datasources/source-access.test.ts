import { SettingsError } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import { readSourceAccess } from "./source-access.ts";

describe("the credentials of data sources", () => {
  const access = readSourceAccess([
    { url: "https://m.lan", bearer_token: "whole" },
    { url: "https://m.lan/tenant/", headers: { "X-Scope-OrgID": "a" } },
    { url: "http://p.lan:9090/base", basic_auth: { username: "anna", password: "hush" } },
  ]);

  it.each([
    ["https://m.lan/api/v1/query", { authorization: "Bearer whole" }],
    ["https://m.lan/tenant/api/v1/query?x=1", { "X-Scope-OrgID": "a" }],
    ["http://p.lan:9090/base/api/v1/query", { authorization: `Basic ${Buffer.from("anna:hush").toString("base64")}` }],
    ["http://p.lan:9090/basement/api/v1/query", {}],
    ["http://p.lan:9091/base/api/v1/query", {}],
    ["http://m.lan/api/v1/query", {}],
    ["https://m.lan.evil.example/api/v1/query", {}],
  ])("go along to %s: %o", (url, headers) => {
    expect(access.credentialsFor(url).headers).toEqual(headers);
  });

  it("from a file that cannot be read end the question, not the server", () => {
    const missing = readSourceAccess([{ url: "https://m.lan", bearer_token_file: "/nowhere" }]);

    expect(() => missing.credentialsFor("https://m.lan/api")).toThrow("The credentials of this data source");
  });

  it.each<[object, string]>([
    [{ bearer_token: "hush" }, "resources.data_source_access[0]"],
    [{ url: "ftp://a" }, "resources.data_source_access[0].url"],
    [{ url: "https://a:b@c" }, "resources.data_source_access[0].url"],
    [{ url: "https://a", colour: 1 }, "resources.data_source_access[0]"],
    [{ url: "https://a", bearer_token: "hush", bearer_token_file: "/f" }, "more than one of basic_auth"],
    [{ url: "https://a", headers: { Authorization: "hush" } }, "headers.Authorization is set by Vedette"],
    [{ url: "https://a", tls: { cert_file: "/c" } }, "tls needs cert_file and key_file"],
  ])("%o are refused at the start by their place", (entry, reason) => {
    expect(() => readSourceAccess([entry])).toThrow(SettingsError);
    expect(() => readSourceAccess([entry])).toThrow(reason);
    expect(() => readSourceAccess([entry])).not.toThrow(/hush/);
  });
});
