import { describe, expect, it } from "vitest";
import type { CustomProvider } from "../api/custom-providers.ts";
import { draftOf, EMPTY_DRAFT, fieldsOf, ontoNewer } from "./custom-provider-draft.ts";

const ACME: CustomProvider = {
  provider_type: "oidc",
  identifier: "custom:acme",
  name: "Acme",
  client_id: "watch-room",
  acceptable_client_ids: ["phone"],
  scopes: ["email", "profile"],
  pkce_enabled: true,
  attribute_mapping: { name: ["display_name", "name"] },
  custom_claims_allowlist: ["groups"],
  authorization_params: { prompt: "consent" },
  enabled: false,
  email_optional: true,
  skip_nonce_check: false,
  issuer: "https://login.acme.example",
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
  callback_url: "https://watch.example/auth/v1/provider-callback/custom:acme",
  secret_set_at: null,
  secret_set_by: null,
  updated_at: "2026-01-01T00:00:00Z",
};

describe("a provider that is typed", () => {
  it("is what was stored when nothing was changed, without the secret", () => {
    const { provider_type, identifier: _identifier, jwks_uri: _keys, callback_url: _callback, ...shown } = ACME;
    const { secret_set_at: _at, secret_set_by: _by, updated_at: _changed, ...stored } = shown;

    expect(fieldsOf(draftOf(ACME), provider_type)).toEqual(stored);
  });

  it("sends the secret that was typed, and the addresses of its kind alone", () => {
    const draft = { ...EMPTY_DRAFT, name: " Acme ", secret: "s", issuer: "https://a", tokenUrl: " https://b/token " };

    expect(fieldsOf(draft, "oauth2")).toMatchObject({
      name: "Acme",
      client_secret: "s",
      issuer: null,
      token_url: "https://b/token",
      attribute_mapping: {},
    });
  });

  it("keeps what somebody else has saved meanwhile, and tells of the fields that both changed to something else", () => {
    const now = { ...ACME, scopes: ["email"], client_id: "theirs", enabled: true, secret_set_at: "2026-01-01" };
    const draft = { ...draftOf(ACME), name: "Acme Corp", clientId: "mine", isEnabled: true };
    const newer = ontoNewer(draft, { seen: ACME, now });

    expect(newer.overtaken).toEqual(["clientId"]);
    expect(newer.draft).toEqual({ ...draftOf(now), name: "Acme Corp", clientId: "mine" });
    expect(ontoNewer(newer.draft, { seen: now, now }).overtaken).toEqual([]);
    expect(ontoNewer({ ...draft, secret: "s" }, { seen: ACME, now }).overtaken).toEqual(["clientId", "secret"]);
  });

  it.each(["[]", "null", "{", "1"])("says that %s is no object", (mapping) => {
    expect(() => fieldsOf({ ...EMPTY_DRAFT, mapping }, "oidc")).toThrow("JSON");
  });
});
