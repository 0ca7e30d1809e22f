import type { Complain, UiSettings } from "./settings.ts";

/** How people sign in through an OpenID provider. */
export interface SignInConfiguration {
  readonly discoveryUrl: URL;
  /** What the provider must call itself, without a closing slash. */
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  readonly callbackUrl: URL;
  readonly scopes: readonly string[];
  /** Milliseconds; 0 for no limit. */
  readonly maxSessionMs: number;
  readonly allowedGroups: readonly string[];
  readonly groupsClaim: string;
  readonly responseMode: "query" | "form_post";
  /** Empty: those that the provider lists. */
  readonly signingAlgorithms: readonly string[];
  /** Further parameters of the authorization request. */
  readonly options: Readonly<Record<string, string>>;
}

export const CALLBACK_PATHS = ["/auth/sso/callback", "/auth/sso_callback"] as const;
const WELL_KNOWN = "/.well-known/openid-configuration";
/** Keys that only the provider has; a shared secret would let the client sign its own tokens. */
export const ASYMMETRIC = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/;

/** @returns `undefined` when something was complained about */
export function readAuth(ui: UiSettings, publicPath: string, complain: Complain): SignInConfiguration | undefined {
  let isWhole = true;
  const refuse: Complain = (key, reason) => {
    isWhole = false;
    complain(key, reason);
  };
  if (ui["ui.auth.type"] !== "oidc")
    refuse("ui.auth.type", `is ${JSON.stringify(ui["ui.auth.type"])}; it must be oidc`);
  if (ui["ui.auth.client_id"] === "") refuse("ui.auth.client_id", "is not set, and people shall sign in");
  const provider = readUrl("ui.auth.provider_url", ui, refuse);
  const callbackUrl = readUrl("ui.auth.callback_url", ui, refuse);
  if (callbackUrl !== undefined && !CALLBACK_PATHS.some((path) => callbackUrl.pathname === publicPath + path)) {
    refuse("ui.auth.callback_url", `is ${callbackUrl}; its path must be ${publicPath}${CALLBACK_PATHS[0]}`);
  }
  const issuer = ui["ui.auth.issuer_url"] === "" ? provider : readUrl("ui.auth.issuer_url", ui, refuse);
  const maxSessionMs = readDuration(ui["ui.auth.max_session_duration"]);
  if (maxSessionMs === undefined) {
    refuse(
      "ui.auth.max_session_duration",
      `is ${JSON.stringify(ui["ui.auth.max_session_duration"])}; it must be a duration such as 8h`,
    );
  }
  const responseMode = readResponseMode(ui, callbackUrl, refuse);
  for (const algorithm of ui["ui.auth.signing_algorithms"]) {
    if (!ASYMMETRIC.test(algorithm))
      refuse("ui.auth.signing_algorithms", `names ${algorithm}, which is no algorithm with a public key`);
  }
  if (!isWhole || provider === undefined || callbackUrl === undefined || issuer === undefined) return undefined;
  return {
    discoveryUrl: discoveryUrlOf(provider),
    issuer: issuerOf(issuer),
    clientId: ui["ui.auth.client_id"],
    clientSecret: ui["ui.auth.client_secret"],
    callbackUrl,
    scopes: [...new Set(["openid", ...ui["ui.auth.scopes"]])],
    maxSessionMs: maxSessionMs ?? 0,
    allowedGroups: ui["ui.auth.allowed_groups"],
    groupsClaim: ui["ui.auth.groups_claim"],
    responseMode,
    signingAlgorithms: ui["ui.auth.signing_algorithms"],
    options: ui["ui.auth.options"],
  };
}

function readResponseMode(ui: UiSettings, callbackUrl: URL | undefined, complain: Complain): "query" | "form_post" {
  const text = ui["ui.auth.response_mode"];
  if (text !== "query" && text !== "form_post") {
    complain("ui.auth.response_mode", `is ${JSON.stringify(text)}; it must be query or form_post`);
  }
  if (text !== "form_post") return "query";
  if (callbackUrl !== undefined && !keepsCookies(callbackUrl)) {
    complain(
      "ui.auth.response_mode",
      "is form_post, which needs an https callback: browsers send no cookie along else",
    );
  }
  return text;
}

/** A form of another site brings only cookies along that are Secure and SameSite=None. Loopback is for trying out. */
function keepsCookies({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function readUrl(
  key: "ui.auth.provider_url" | "ui.auth.callback_url" | "ui.auth.issuer_url",
  ui: UiSettings,
  complain: Complain,
): URL | undefined {
  const text = ui[key];
  if (text === "") {
    complain(key, "is not set, and people shall sign in");
    return undefined;
  }
  if (URL.canParse(text) && /^https?:\/\/[^\s]+$/.test(text)) return new URL(text);
  complain(key, `is ${JSON.stringify(text)}; it must be an http or https address`);
  return undefined;
}

function discoveryUrlOf(provider: URL): URL {
  if (provider.pathname.endsWith(WELL_KNOWN)) return provider;
  return new URL(`${provider.href.replace(/\/+$/, "")}${WELL_KNOWN}`);
}

/** A closing slash on one side only is the most frequent mistake: issuers are compared without it. */
export function issuerOf(address: URL | string): string {
  const text = String(address).replace(/\/+$/, "");
  return text.endsWith(WELL_KNOWN) ? text.slice(0, -WELL_KNOWN.length) : text;
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** Milliseconds of a duration as Go writes it; `undefined` for anything else. */
export function readDuration(text: string): number | undefined {
  if (text === "0") return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return undefined;
  return parts.reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (UNIT_MS.get(unit) ?? 0), 0);
}
