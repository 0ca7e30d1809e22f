import type { Static } from "typebox";
import { type GenericIssuer, originOfDomain, type ThirdPartySettings } from "./third-party-settings.ts";

/** Somebody else whose tokens are accepted. */
export interface ThirdPartyIssuer {
  /** A section of the settings, or the id of a generic issuer. */
  readonly provider: string;
  /** As it stands in the `iss` claim; a slash at the end makes no difference. */
  readonly issuer: string;
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
 * @returns those that can be used, and why others cannot
 * @see contract of identity, 19
 */
export function readIssuers(settings: ThirdPartySettings): {
  readonly issuers: readonly ThirdPartyIssuer[];
  readonly faults: readonly IssuerFault[];
} {
  const read = [
    ...PROVIDER_NAMES.filter((name) => settings[`auth.third_party.${name}.enabled`]).map((name) =>
      readProvider(name, settings),
    ),
    ...settings["auth.third_party.issuers"].map(readGenericIssuer),
  ];
  const issuers = new Map<string, ThirdPartyIssuer>();
  const faults: IssuerFault[] = [];
  for (const one of read) {
    if ("message" in one) faults.push(one);
    else if (issuers.has(issuerKey(one.issuer))) faults.push(isTwice(one, issuers.get(issuerKey(one.issuer))));
    else issuers.set(issuerKey(one.issuer), one);
  }
  return { issuers: [...issuers.values()], faults };
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
    issuer: more.endsInSlash ? `${issuerKey(issuer)}/` : issuer,
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

function readGenericIssuer(entry: Static<typeof GenericIssuer>, index: number): ThirdPartyIssuer | IssuerFault {
  const setting = "auth.third_party.issuers";
  if (entry.jwks !== undefined && entry.jwks_url !== undefined) {
    return { setting, message: `${setting}: ${entry.issuer} has jwks and jwks_url; keep one` };
  }
  return {
    provider: entry.id ?? `issuer-${index + 1}`,
    issuer: entry.issuer,
    keys: keysOf(entry),
    audiences: entry.audience ?? [],
    audienceClaims: ["aud"],
    authorizedParties: [],
    roleClaim: entry.role_claim ?? "role",
    setting,
    namedBy: [setting],
  };
}

function keysOf({ jwks, jwks_url: url = "" }: Static<typeof GenericIssuer>): ThirdPartyIssuer["keys"] {
  if (jwks !== undefined) return { kind: "given", jwks: jwks.keys };
  return url === "" ? { kind: "discovered" } : { kind: "address", url };
}

function isTwice({ setting, provider, issuer }: ThirdPartyIssuer, first?: ThirdPartyIssuer): IssuerFault {
  return { setting, message: `${setting}: ${provider} has the issuer ${issuer}, which ${first?.provider} has, too` };
}

/** An address of parts that must all be there. */
function address(texts: TemplateStringsArray, ...parts: readonly string[]): string | undefined {
  return parts.includes("") ? undefined : String.raw({ raw: texts }, ...parts);
}
