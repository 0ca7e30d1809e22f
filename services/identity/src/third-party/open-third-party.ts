import type { Log } from "@vedette/delivery";
import { SettingsError } from "@vedette/settings";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { fetchKeys } from "./fetch-keys.ts";
import { issuerKey, readIssuers, type ThirdPartyIssuer } from "./issuers.ts";
import { FRESH_MS, followKeySet, type KeySet, PAUSE_MS } from "./key-set.ts";
import { readStoredKeySet, storeKeySet } from "./key-set-store.ts";
import { type ThirdPartySettings, thirdPartySettings } from "./third-party-settings.ts";

/** An issuer with its keys. */
export interface KnownIssuer {
  readonly issuer: ThirdPartyIssuer;
  readonly keySet: KeySet;
}

/** Those whose tokens are accepted beside those of this service. */
export interface ThirdParty {
  /** Finds an issuer by what stands in a token. */
  find(issuer: string): KnownIssuer | undefined;
  all(): readonly KnownIssuer[];
  isEmpty(): boolean;
}

export interface ThirdPartyOptions {
  readonly db: Kysely<IdentityTables>;
  readonly settings: ThirdPartySettings;
  readonly log: Pick<Log, "warn"> | undefined;
  /** The `iss` claim of tokens of this service. */
  readonly ownIssuer: () => string;
  /** The setting `security.outbound.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  /** Whether the operator's own file or environment says this. */
  readonly isOperators: (setting: keyof ThirdPartySettings) => boolean;
  readonly sourceOf: (setting: keyof ThirdPartySettings) => string | undefined;
}

/**
 * Opens the other issuers. Keys are read with the first token of an issuer.
 *
 * @throws SettingsError when the operator's file or environment enables what cannot be used
 */
export function openThirdParty(options: ThirdPartyOptions): ThirdParty {
  refuseFaults(options);
  const keySets = new Map<string, KeySet>();
  let known: ReadonlyMap<string, KnownIssuer> = new Map();
  let readFrom: readonly unknown[] = [];

  const look = (): ReadonlyMap<string, KnownIssuer> => {
    const values = [options.ownIssuer(), ...SETTING_NAMES.map((name) => options.settings[name])];
    if (values.every((value, index) => value === readFrom[index])) return known;
    readFrom = values;
    const { issuers } = readIssuers(options.settings);
    const own = issuerKey(options.ownIssuer());
    const others = issuers.filter(({ issuer }) => issuerKey(issuer) !== own);
    known = new Map(others.map((issuer) => [issuerKey(issuer.issuer), withKeys(issuer)]));
    const used = new Set(others.map(sourceOf));
    for (const source of keySets.keys()) if (!used.has(source)) keySets.delete(source);
    return known;
  };
  const withKeys = (issuer: ThirdPartyIssuer): KnownIssuer => {
    const source = sourceOf(issuer);
    const keySet = keySets.get(source) ?? followKeySet((knownAt) => readKeys(options, issuer, knownAt));
    keySets.set(source, keySet);
    return { issuer, keySet };
  };

  return {
    find: (issuer) => look().get(issuerKey(issuer)),
    all: () => [...look().values()],
    isEmpty: () => look().size === 0,
  };
}

/** Settings whose changes take effect with the next token: a deleted issuer is rejected immediately. */
const SETTING_NAMES = Object.keys(thirdPartySettings).filter((name): name is keyof ThirdPartySettings =>
  Object.hasOwn(thirdPartySettings, name),
);

/** Where an issuer's keys come from; another place is another set. */
function sourceOf({ issuer, keys }: ThirdPartyIssuer): string {
  if (keys.kind === "given") return `${issuer} ${JSON.stringify(keys.jwks)}`;
  return keys.kind === "address" ? `${issuer} ${keys.url}` : issuer;
}

/** What another process has read a moment ago is as good; after a start also what was read before it. */
async function readKeys(options: ThirdPartyOptions, issuer: ThirdPartyIssuer, knownAt: number | undefined) {
  if (issuer.keys.kind === "given") return { jwks: issuer.keys.jwks, at: Date.now() };
  const { db, log } = options;
  const source = sourceOf(issuer);
  const stored = await readStoredKeySet(db, source);
  const age = Date.now() - (stored?.at ?? Number.NEGATIVE_INFINITY);
  if (stored !== undefined && age < (knownAt === undefined ? FRESH_MS : PAUSE_MS)) return stored;
  try {
    const reach = { allowedHosts: options.allowedHosts, isOperators: issuer.namedBy.every(options.isOperators) };
    const jwks = await fetchKeys(issuer, reach);
    await storeKeySet(db, source, jwks);
    return { jwks, at: Date.now() };
  } catch (err) {
    log?.warn({ err, issuer: issuer.issuer }, "the signing keys of an issuer could not be read; those known stay");
    if (stored !== undefined && knownAt === undefined) return stored;
    throw err;
  }
}

/** A wrong entry of the operator's stops the start; one that was changed over the network must be mendable there. */
function refuseFaults({ settings, ownIssuer, log, sourceOf: originOf }: ThirdPartyOptions): void {
  const { issuers, faults } = readIssuers(settings);
  const own = issuers.filter(({ issuer }) => issuerKey(issuer) === issuerKey(ownIssuer()));
  const all = [
    ...faults,
    ...own.map(({ setting, issuer }) => ({ setting, message: `${setting}: ${issuer} is this service itself` })),
  ];
  const refused = all.flatMap(({ setting, message }) => {
    const origin = originOf(setting);
    return origin === "file" || origin === "environment" ? [{ origin, message } as const] : [];
  });
  if (refused.length > 0) throw new SettingsError(refused);
  for (const { setting, message } of all) log?.warn({ setting }, `an issuer of tokens is passed over: ${message}`);
}
