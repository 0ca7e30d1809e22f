import { readAllowedHosts } from "@vedette/http";
import { describe, expect, it } from "vitest";
import { isAzureIssuer } from "./azure-issuer.ts";
import type { Provider } from "./provider.ts";
import { declarationOf, type ProviderName } from "./provider-table.ts";
import { readAccount } from "./read-account.ts";

function aProvider(name: ProviderName, auth?: string): Provider {
  const declaration = declarationOf(name);
  return {
    name,
    declaration,
    clientIds: ["client"],
    secret: "secret",
    redirectUri: "https://example.com/callback",
    ownsRedirectUri: false,
    hosts: { auth: auth ?? declaration.hosts.auth, api: declaration.hosts.api ?? "" },
    isEmailOptional: false,
    skipsNonceCheck: false,
    allowedHosts: readAllowedHosts([]),
  };
}

const COMMON = "https://login.microsoftonline.com/common";
const TENANT_ID = "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d";
const TENANT = `https://login.microsoftonline.com/${TENANT_ID}`;

interface Row {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly emails?: unknown;
  readonly auth?: string;
  readonly subject: string;
  readonly verified: readonly string[];
  readonly claimed?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What each kind of provider answers, in the forms of their own documents. */
const ROWS: Readonly<Partial<Record<string, Row>>> = {
  "github names its addresses apart": {
    profile: { id: 583231, login: "octocat", name: "The Octocat", avatar_url: "https://a.example/o.png", email: null },
    emails: [
      { email: "old@example.com", verified: false, primary: false },
      { email: "Octo@Example.com", verified: true, primary: true },
    ],
    subject: "583231",
    verified: ["Octo@example.com".toLowerCase()],
    claimed: ["old@example.com"],
    claims: {
      user_name: "octocat",
      full_name: "The Octocat",
      avatar_url: "https://a.example/o.png",
      provider_id: "583231",
    },
  },
  "bitbucket does, too": {
    profile: { uuid: "{b}", display_name: "B", links: { avatar: { href: "https://a.example/b.png" } } },
    emails: { values: [{ email: "b@example.com", is_primary: true, is_confirmed: true }] },
    subject: "{b}",
    verified: ["b@example.com"],
    claims: { picture: "https://a.example/b.png" },
  },
  "gitlab vouches for the main address once it is confirmed": {
    profile: { id: 7, username: "g", name: "G", email: "g@example.com", confirmed_at: "2024-01-01T00:00:00Z" },
    emails: [{ id: 1, email: "second@example.com" }],
    subject: "7",
    verified: ["g@example.com"],
    claimed: ["second@example.com"],
  },
  "discord has old and new names": {
    profile: {
      id: "80",
      username: "nelly",
      discriminator: "1337",
      avatar: "a_83",
      email: "n@example.com",
      verified: true,
    },
    subject: "80",
    verified: ["n@example.com"],
    claims: { name: "nelly#1337", picture: "https://cdn.discordapp.com/avatars/80/a_83.gif" },
  },
  "kakao says twice whether an address is good": {
    profile: { id: 1, kakao_account: { email: "k@example.com", is_email_verified: true, is_email_valid: false } },
    subject: "1",
    verified: [],
    claimed: ["k@example.com"],
  },
  "facebook nests the picture": {
    profile: { id: "9", name: "F", email: "f@example.com", picture: { data: { url: "https://a.example/f.png" } } },
    subject: "9",
    verified: ["f@example.com"],
    claims: { avatar_url: "https://a.example/f.png" },
  },
  "spotify vouches for nothing": {
    profile: { id: "s", display_name: "S", email: "s@example.com", images: [{ url: "https://a.example/s.png" }] },
    subject: "s",
    verified: [],
    claimed: ["s@example.com"],
  },
  "twitch puts one person into a list": {
    profile: { data: [{ id: "44", login: "t", display_name: "T", email: "t@example.com", type: "" }] },
    subject: "44",
    verified: ["t@example.com"],
  },
  "x names only a confirmed address": {
    profile: { data: { id: "2", name: "X", username: "x", confirmed_email: "x@example.com" } },
    subject: "2",
    verified: ["x@example.com"],
    claims: { user_name: "x" },
  },
  "notion nests the person": {
    profile: { bot: { owner: { user: { id: "n", name: "N", person: { email: "n@example.com" } } } } },
    subject: "n",
    verified: ["n@example.com"],
  },
  "slack_oidc has its own name for people": {
    profile: {
      sub: "U1",
      "https://slack.com/user_id": "U1",
      "https://slack.com/team_id": "T1",
      email: "u@example.com",
      email_verified: true,
    },
    subject: "U1",
    verified: ["u@example.com"],
    claims: { custom_claims: { "https://slack.com/team_id": "T1" } },
  },
  "linkedin_oidc writes the flag as text": {
    profile: { sub: "l", name: "L", email: "l@example.com", email_verified: "true" },
    subject: "l",
    verified: ["l@example.com"],
  },
  "linkedin translates names": {
    profile: { id: "i", firstName: { localized: { en_US: "Ada" } }, lastName: { localized: { en_US: "L." } } },
    emails: { elements: [{ "handle~": { emailAddress: "i@example.com" } }] },
    subject: "i",
    verified: ["i@example.com"],
    claims: { name: "Ada L." },
  },
  "vercel_marketplace prefers the person to the installation": {
    profile: { sub: "account:1", global_user_id: "u", user_email: "v@example.com", user_name: "V" },
    subject: "global_user_id:u",
    verified: ["v@example.com"],
  },
  "workos says which connection": {
    profile: { id: "prof_1", email: "w@example.com", first_name: "W", last_name: "O", connection_id: "conn_1" },
    subject: "prof_1",
    verified: ["w@example.com"],
    claims: { name: "W O", custom_claims: { connection_id: "conn_1" } },
  },
  "zoom vouches for its own passwords only when it says so": {
    profile: { id: "z", display_name: "Z", email: "z@example.com", login_type: 100, verified: 0 },
    subject: "z",
    verified: [],
    claimed: ["z@example.com"],
  },
  "azure of any organisation vouches for nothing by itself": {
    profile: { sub: "a", email: "ceo@victim.example", tid: TENANT_ID },
    auth: COMMON,
    subject: "a",
    verified: [],
    claimed: ["ceo@victim.example"],
  },
  "azure vouches where the claim says so": {
    profile: { sub: "a", email: "a@example.com", xms_edov: "1" },
    auth: COMMON,
    subject: "a",
    verified: ["a@example.com"],
  },
  "azure of one tenant vouches for its people": {
    profile: { sub: "a", email: "a@example.com" },
    auth: TENANT,
    subject: "a",
    verified: ["a@example.com"],
  },
};

describe("what a provider answers", () => {
  it.each(Object.entries(ROWS))("%s", (title, row) => {
    if (row === undefined) throw new TypeError("No row");
    const name = title.split(" ", 1)[0] as ProviderName; // The titles begin with names of the table.
    const { subject, emails, claims } = readAccount(aProvider(name, row.auth), row);

    expect(subject).toBe(row.subject);
    expect(emails.filter(({ isVerified }) => isVerified).map(({ address }) => address)).toEqual(row.verified);
    expect(emails.filter(({ isVerified }) => !isVerified).map(({ address }) => address)).toEqual(row.claimed ?? []);
    expect(claims).toMatchObject({ ...row.claims, sub: subject, email: emails[0]?.address });
  });

  it.each([
    ["without a name for the person", {}],
    ["with a name that is a list", { id: ["1"] }],
    ["with a name of the prototype", Object.create({ id: "1" })],
    ["with an endless name", { id: "1".repeat(600) }],
    ["with a name that no database keeps", { id: "1\0" }],
  ])("is refused %s", (_name, profile) => {
    expect(() => readAccount(aProvider("github"), { profile })).toThrow("does not say who");
  });

  it("names no address that is none, and keeps nothing that would fill the database", () => {
    const profile = { sub: "k", email: "a@b@c", email_verified: true, big: "x".repeat(20_000), name: "y".repeat(5000) };

    const { emails, claims } = readAccount(aProvider("keycloak", "https://k.example"), { profile });

    expect(emails).toEqual([]);
    expect(claims).not.toHaveProperty("custom_claims");
    expect(claims).not.toHaveProperty("name");
  });
});

describe("an issuer of Azure", () => {
  it.each([
    [`${TENANT}/v2.0`, COMMON, true],
    [`${TENANT}/v2.0`, TENANT, true],
    [`https://acme.ciamlogin.com/${TENANT_ID}/v2.0`, COMMON, true],
    ["https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0", TENANT, false],
    [`${TENANT}/v2.0/`, COMMON, false],
    [`${TENANT}/v2.0\n`, COMMON, false],
    [`https://evil.example/${TENANT}/v2.0`, COMMON, false],
    [`https://login.microsoftonline.com.evil.example/${TENANT_ID}/v2.0`, COMMON, false],
    [`https://login.microsoftonline.com/x/../${TENANT_ID}/v2.0`, COMMON, false],
    [`https://evil.example#.ciamlogin.com/${TENANT_ID}/v2.0`, COMMON, false],
    ["https://login.microsoftonline.com/common/v2.0", COMMON, false],
  ])("%j at %s: %s", (issuer, auth, isAllowed) => {
    expect(isAzureIssuer(issuer, auth)).toBe(isAllowed);
  });
});
