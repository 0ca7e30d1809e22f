import type { Static } from "typebox";
import { type GenericIssuer, originOfDomain, type ThirdPartySettings } from "./third-party-settings.ts";

/** Somebody else whose tokens are accepted. */
export interface ThirdPartyIssuer {
  /** A section of the settings, or the id of a generic issuer. */
  readonly provider: string;
  /**
   * Value of the `iss` claim; a trailing slash makes no difference. `undefined` for an issuer that is known by its keys
   * alone: its tokens are recognized by key id and signature.
   */
  readonly issuer: string | undefined;
  /** The issuer, or a name made of the id that no issuer can have. */
  readonly name: string;
  readonly keys:
    | { readonly kind: "discovered" }
    | { readonly kind: "address"; readonly url: string }
    | { readonly kind: "given"; readonly jwks: readonly object[] };
  /** Whom tokens may be made for; empty for anybody. */
  readonly audiences: readonly string[];
  /** Claims that name whom a token was made for. */
  readonly audienceClaims: readonly string[];
  /** What `azp` may say; empty for anything. */
  readonly authorizedParties: readonly string[];
  readonly roleClaim: string;
  /** The setting that turns it on. */
  readonly setting: keyof ThirdPartySettings;
  /** The settings that say where its keys are. */
  readonly namedBy: readonly (keyof ThirdPartySettings)[];
}

/** Why a provider that is enabled cannot be used. */
export interface IssuerFault {
  readonly setting: keyof ThirdPartySettings;
  readonly message: string;
}

/** What is special about a provider. */
interface Provider {
  readonly name: string;
  /** The address of its issuer from the fields of its own; `undefined` when one is empty. */
  readonly issuerOf: (settings: ThirdPartySettings) => string | undefined;
  /** What `issuerOf` reads and cannot do without. */
  readonly needs: readonly (keyof ThirdPartySettings)[];
  /** What an address of this provider looks like. */
  readonly form: RegExp;
  /** Whether the issuer ends in a slash. */
  readonly endsInSlash?: true;
  readonly checks?: (
    settings: ThirdPartySettings,
    issuer: string,
  ) => Partial<Pick<ThirdPartyIssuer, "audiences" | "audienceClaims" | "authorizedParties" | "roleClaim">>;
}

/** The providers with a section of their own. */
const PROVIDERS = {
  firebase: {
    name: "Firebase",
    needs: ["auth.third_party.firebase.project_id"],
    issuerOf: (settings) => address`https://securetoken.google.com/${settings["auth.third_party.firebase.project_id"]}`,
    form: /^https:\/\/securetoken\.google\.com\/[^/]+$/,
    // All projects share their keys: only the audience tells one from another.
    checks: (_settings, issuer) => ({ audiences: [issuer.slice(issuer.lastIndexOf("/") + 1)] }),
  },
  clerk: {
    name: "Clerk",
    needs: ["auth.third_party.clerk.domain"],
    issuerOf: () => undefined,
    // A production instance has a domain of its own, which can have any name.
    form: /^https:\/\/(?![^/]*\.clerk\.accounts\.dev\.)[^/]+$/,
    checks: (settings) => ({ authorizedParties: settings["auth.third_party.clerk.authorized_parties"] }),
  },
  auth0: {
    name: "Auth0",
    needs: ["auth.third_party.auth0.tenant"],
    issuerOf: (settings) => {
      const region = settings["auth.third_party.auth0.tenant_region"];
      const tenant = settings["auth.third_party.auth0.tenant"];
      return address`https://${tenant}${region === "" ? "." : `.${region}.`}auth0.com`;
    },
    form: /^https:\/\/[^/]+$/,
    endsInSlash: true,
    checks: (settings) => ({
      audiences: settings["auth.third_party.auth0.audience"],
      roleClaim: settings["auth.third_party.auth0.role_claim"],
    }),
  },
  aws_cognito: {
    name: "Amazon Cognito",
    needs: ["auth.third_party.aws_cognito.user_pool_id", "auth.third_party.aws_cognito.user_pool_region"],
    issuerOf: (settings) => {
      const region = settings["auth.third_party.aws_cognito.user_pool_region"];
      return address`https://cognito-idp.${region}.amazonaws.com/${settings["auth.third_party.aws_cognito.user_pool_id"]}`;
    },
    form: /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\/[A-Za-z0-9_-]+$/,
    checks: (settings) => ({
      audiences: settings["auth.third_party.aws_cognito.audience"],
      // Its access tokens have no audience.
      audienceClaims: ["aud", "client_id"],
    }),
  },
  workos: {
    name: "WorkOS",
    needs: ["auth.third_party.workos.issuer_url"],
    issuerOf: (settings) => settings["auth.third_party.workos.issuer_url"] || undefined,
    form: /^https:\/\/[^/]+(\/[^/]+)*$/,
  },
} as const satisfies Readonly<Record<string, Provider>>;

type ProviderName = keyof typeof PROVIDERS;

const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/**
 * Reads from the settings whose tokens are accepted.
 *
 * @param own - the issuer of this service, which cannot be another one
 * @returns those that can be used, and why others cannot
 * @see contract of identity, 19
 */
export function readIssuers(
  settings: ThirdPartySettings,
  own: string,
): {
  readonly issuers: readonly ThirdPartyIssuer[];
  readonly faults: readonly IssuerFault[];
} {
  const read = [
    ...PROVIDER_NAMES.filter((name) => settings[`auth.third_party.${name}.enabled`]).map((name) =>
      readProvider(name, settings),
    ),
    ...settings["auth.third_party.issuers"].map(readGenericIssuer),
  ];
  const issuers: ThirdPartyIssuer[] = [];
  const faults: IssuerFault[] = [];
  for (const one of read) {
    const fault = "message" in one ? one : (selfFault(one, own) ?? conflictOf(one, issuers));
    if (fault !== undefined) faults.push(fault);
    else if (!("message" in one)) issuers.push(one);
  }
  return { issuers, faults };
}

/** Issuers are the same with and without a slash at the end. */
export function issuerKey(issuer: string): string {
  return issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
}

function readProvider(name: ProviderName, settings: ThirdPartySettings): ThirdPartyIssuer | IssuerFault {
  const { name: title, issuerOf, needs, form, ...more }: Provider = PROVIDERS[name];
  const [enabled, domainKey] = [
    `auth.third_party.${name}.enabled`,
    `auth.third_party.${name}.domain`,
  ] as const satisfies readonly string[];
  const fault = (message: string): IssuerFault => ({ setting: enabled, message: `${enabled}: ${message}` });
  const domain = settings[domainKey];
  const [bySections, byDomain] = [issuerOf(settings), domain === "" ? undefined : originOfDomain(domain)];
  const issuer = bySections ?? byDomain;
  if (issuer === undefined) return fault(`${title} needs ${needs.join(" and ")}, or ${domainKey}`);
  if (bySections !== undefined && byDomain !== undefined && issuerKey(bySections) !== issuerKey(byDomain)) {
    return fault(`${domainKey} and ${needs[0]} name two different issuers; keep one`);
  }
  if (!form.test(issuerKey(issuer)) && !isLocal(issuer)) return fault(`${issuer} is no address of ${title}`);
  const keysAt = `auth.third_party.${name}.jwks_url` as const;
  const url = settings[keysAt];
  return {
    provider: name,
    ...named(more.endsInSlash ? `${issuerKey(issuer)}/` : issuer),
    keys: url === "" ? { kind: "discovered" } : { kind: "address", url },
    audiences: [],
    audienceClaims: ["aud"],
    authorizedParties: [],
    roleClaim: "role",
    setting: enabled,
    namedBy: [enabled, domainKey, keysAt, ...needs],
    ...more.checks?.(settings, issuerKey(issuer)),
  };
}

/** A server on this machine can stand in for any provider during development. */
function isLocal(issuer: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1)(?![^:/])/.test(issuer);
}

type Entry = Static<typeof GenericIssuer>;

function readGenericIssuer(entry: Entry, index: number): ThirdPartyIssuer | IssuerFault {
  const setting = "auth.third_party.issuers";
  const fault = entryFault(entry);
  if (fault !== undefined) return { setting, message: `${setting}: ${fault}` };
  const provider = entryId(entry, index);
  return {
    provider,
    ...(entry.issuer === undefined ? { issuer: undefined, name: `keys:${provider}` } : named(entry.issuer)),
    keys: keysOf(entry),
    audiences: entry.audience ?? [],
    audienceClaims: ["aud"],
    authorizedParties: [],
    roleClaim: entry.role_claim ?? "role",
    setting,
    namedBy: [setting],
  };
}

export function entryId({ id }: Entry, index: number): string {
  return id ?? `issuer-${index + 1}`;
}

function named(issuer: string): Pick<ThirdPartyIssuer, "issuer" | "name"> {
  return { issuer, name: issuer };
}

function entryFault({ id, issuer, jwks, jwks_url: url = "" }: Entry): string | undefined {
  const entry = issuer ?? id ?? "an entry";
  if (jwks !== undefined && url !== "") return `${entry} has jwks and jwks_url; keep one`;
  if (issuer !== undefined) return undefined;
  if (jwks === undefined && url === "") return `${entry} needs issuer, jwks_url or jwks`;
  // Users are known by it.
  return id === undefined ? "an entry without issuer needs an id" : undefined;
}

function keysOf({ jwks, jwks_url: url = "" }: Entry): ThirdPartyIssuer["keys"] {
  if (jwks !== undefined) return { kind: "given", jwks: jwks.keys };
  return url === "" ? { kind: "discovered" } : { kind: "address", url };
}

function selfFault({ setting, name }: ThirdPartyIssuer, own: string): IssuerFault | undefined {
  if (issuerKey(name) !== issuerKey(own)) return undefined;
  return { setting, message: `${setting}: ${name} is this service itself` };
}

/** Why an issuer cannot be used next to the others: it must always be clear whose a token is. */
function conflictOf(one: ThirdPartyIssuer, others: readonly ThirdPartyIssuer[]): IssuerFault | undefined {
  const { setting, provider } = one;
  const fault = (message: string): IssuerFault => ({ setting, message: `${setting}: ${message}` });
  const twin = others.find(({ name }) => issuerKey(name) === issuerKey(one.name));
  if (twin !== undefined) return fault(`${provider} has the issuer ${one.name}, which ${twin.provider} has, too`);
  // Their groups would be the same.
  if (others.some((other) => other.provider === provider)) return fault(`two issuers have the id ${provider}`);
  if (one.issuer !== undefined) return undefined;
  for (const other of others.filter(({ issuer }) => issuer === undefined)) {
    const shared = sharedKey(one, other);
    if (shared !== undefined) return fault(`${provider} and ${other.provider} both have the key ${shared}`);
  }
  return undefined;
}

/** What the keys of two issuers without a name have in common, as far as the settings say so. */
function sharedKey({ keys: one }: ThirdPartyIssuer, { keys: other }: ThirdPartyIssuer): string | undefined {
  if (one.kind === "address" && other.kind === "address" && one.url === other.url) return one.url;
  if (one.kind !== "given" || other.kind !== "given") return undefined;
  const kids = new Set(other.jwks.map((key) => Reflect.get(key, "kid")));
  return one.jwks.map((key): unknown => Reflect.get(key, "kid")).find((kid): kid is string => kids.has(kid));
}

/** An address of parts that must all be there. */
function address(texts: TemplateStringsArray, ...parts: readonly string[]): string | undefined {
  return parts.includes("") ? undefined : String.raw({ raw: texts }, ...parts);
}
