import { describe, expect, it } from "vitest";
import type { SsoProvider } from "../api/single-sign-on.ts";
import { changeOf, overtakenBy } from "./sso-provider-change.ts";

const COMPANY: SsoProvider = {
  id: "7d0e8f2c-9a3b-4c5d-8e6f-1a2b3c4d5e6f",
  disabled: false,
  saml: { entity_id: "https://id.example", metadata_url: "https://id.example/m", attribute_mapping: { keys: {} } },
  allow_idp_initiated: false,
  domains: [{ domain: "weir.example" }],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const oidc = {
  issuer: "https://oidc.example",
  client_id: "room",
  has_secret: true,
  callback_url: "https://room.example/callback",
  secret_set_at: null,
  secret_set_by: null,
};
const { saml: _saml, ...bare } = COMPANY;
const SPEAKS_OIDC: SsoProvider = { ...bare, oidc };

describe("a change of a company's provider", () => {
  it("is what was typed, and nothing else", () => {
    const typed = { domains: ["weir.example"], allow_idp_initiated: true, attribute_mapping: { keys: {} } };
    const spoken = { issuer: oidc.issuer, client_id: "hall", client_secret: "", attribute_mapping: {} };

    expect(changeOf(typed, COMPANY)).toEqual({ allow_idp_initiated: true });
    expect(changeOf({ domains: ["weir.example"], oidc: spoken }, SPEAKS_OIDC)).toEqual({ oidc: { client_id: "hall" } });
    expect(changeOf({ domains: ["weir.example"], oidc: { ...spoken, client_id: "room" } }, SPEAKS_OIDC)).toEqual({});
  });

  it("is overtaken by another value of a field that it changes, and by nothing else", () => {
    const domains = ["weir.example", "lock.example"];
    const theirs = { ...COMPANY, domains: [{ domain: "dam.example" }] };
    const asked = (now: SsoProvider, change: object) => overtakenBy(now, { change, seen: COMPANY });

    expect(asked(theirs, { domains })).toEqual(["dam.example"]);
    expect(asked(theirs, { domains: ["dam.example"] })).toEqual([]);
    expect(asked(theirs, { allow_idp_initiated: true })).toEqual([]);
    expect(asked(COMPANY, { domains })).toEqual([]);
    const renamed = { ...SPEAKS_OIDC, oidc: { ...oidc, client_id: "theirs" } };
    const change = { oidc: { client_id: "mine" } };
    expect(overtakenBy(renamed, { change, seen: SPEAKS_OIDC })).toEqual(["theirs"]);
    expect(overtakenBy(renamed, { change: { oidc: { client_secret: "s" } }, seen: SPEAKS_OIDC })).toEqual([]);
  });
});
