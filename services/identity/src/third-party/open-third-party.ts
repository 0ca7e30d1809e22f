import type { Log } from "@vedette/delivery";
import { SettingsError } from "@vedette/settings";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
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
  /**
   * Issuers known by their keys alone whose tokens can have this `iss` claim: all of them, unless the claim names an
   * issuer of the settings or this service.
   */
  withoutName(issuer: unknown): readonly KnownIssuer[];
  /** Whether a key id is one of this service. */
  isOwnKey(kid: string): Promise<boolean>;
  all(): readonly KnownIssuer[];
  isEmpty(): boolean;
}

export interface ThirdPartyOptions {
  readonly db: Kysely<IdentityTables>;
  readonly settings: ThirdPartySettings;
  readonly log: Pick<Log, "warn"> | undefined;
  /** The `iss` claim of tokens of this service. */
  readonly ownIssuer: () => string;
  readonly signingKeys: Pick<SigningKeys, "find">;
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
  let withoutName: readonly KnownIssuer[] = [];
  let readFrom: readonly unknown[] = [];

  const look = (): ReadonlyMap<string, KnownIssuer> => {
    const values = [options.ownIssuer(), ...SETTING_NAMES.map((name) => options.settings[name])];
    if (values.every((value, index) => value === readFrom[index])) return known;
    readFrom = values;
    const { issuers } = readIssuers(options.settings, options.ownIssuer());
    known = new Map(issuers.map((issuer) => [issuerKey(issuer.name), withKeys(issuer)]));
    withoutName = [...known.values()].filter(({ issuer }) => issuer.issuer === undefined);
    const used = new Set(issuers.map(sourceOf));
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
    find: (issuer) => {
      const found = look().get(issuerKey(issuer));
      // A token cannot name what has no name.
      return found?.issuer.issuer === undefined ? undefined : found;
    },
    withoutName: (issuer) => {
      if (typeof issuer !== "string") return look().size === 0 ? [] : withoutName;
      return look().has(issuerKey(issuer)) || issuerKey(issuer) === issuerKey(options.ownIssuer()) ? [] : withoutName;
    },
    isOwnKey: async (kid) => (await options.signingKeys.find(kid))?.kid === kid,
    all: () => [...look().values()],
    isEmpty: () => look().size === 0,
  };
}

/** Settings whose changes take effect with the next token: a deleted issuer is rejected immediately. */
const SETTING_NAMES = Object.keys(thirdPartySettings).filter((name): name is keyof ThirdPartySettings =>
  Object.hasOwn(thirdPartySettings, name),
);

/** Where an issuer's keys come from; another place is another set. */
function sourceOf({ name, keys }: ThirdPartyIssuer): string {
  if (keys.kind === "given") return `${name} ${JSON.stringify(keys.jwks)}`;
  return keys.kind === "address" ? `${name} ${keys.url}` : name;
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
    log?.warn({ err, issuer: issuer.name }, "the signing keys of an issuer could not be read; those known stay");
    if (stored !== undefined && knownAt === undefined) return stored;
    throw err;
  }
}

/** A wrong entry of the operator's stops the start; one that was changed over the network must be mendable there. */
function refuseFaults({ settings, ownIssuer, log, sourceOf: originOf }: ThirdPartyOptions): void {
  const { faults } = readIssuers(settings, ownIssuer());
  const refused = faults.flatMap(({ setting, message }) => {
    const origin = originOf(setting);
    return origin === "file" || origin === "environment" ? [{ origin, message } as const] : [];
  });
  if (refused.length > 0) throw new SettingsError(refused);
  for (const { setting, message } of faults) log?.warn({ setting }, `an issuer of tokens is passed over: ${message}`);
}
