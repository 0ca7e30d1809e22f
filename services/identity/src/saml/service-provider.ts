import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { type KeyRing, seal, unseal } from "@vedette/database";
import { SettingsError } from "@vedette/settings";
import type { Kysely } from "kysely";
import type { PublicAddresses } from "../addresses/public-addresses.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { readSamlKey, type SamlKey } from "./saml-key.ts";
import type { SamlSettings } from "./saml-settings.ts";

/** What identity providers must be told. */
interface SamlAddresses {
  readonly entityId: string;
  /** Where assertions are sent. */
  readonly acsUrl: string;
  /** Where single logout is announced. */
  readonly sloUrl: string;
}

export function samlAddresses(settings: SamlSettings, { externalUrl }: PublicAddresses): SamlAddresses {
  const base = (settings["auth.saml.external_url"] || externalUrl).replace(/\/+$/, "");
  return {
    entityId: `${base}/sso/saml/metadata`,
    acsUrl: `${base}/sso/saml/acs`,
    sloUrl: `${base}/sso/saml/slo`,
  };
}

/** This service as identity providers know it. */
export interface ServiceProvider extends SamlAddresses {
  /** Signs requests. */
  readonly key: SamlKey;
  /** Signs them after a rotation; identity providers may know it already. */
  readonly next: SamlKey | undefined;
  readonly allowsEncryption: boolean;
}

export interface ServiceProviderOptions {
  readonly db: Kysely<IdentityTables>;
  readonly keyRing: KeyRing;
  readonly settings: SamlSettings;
  readonly addresses: PublicAddresses;
  readonly sourceOf: (setting: keyof SamlSettings) => string | undefined;
}

/** Reads the own side of SAML as the settings have it now. */
export type ReadServiceProvider = () => Promise<ServiceProvider>;

const KEY_NAME = "saml_private_key";
const KEY_PLACE = { table: "vedette.identity_secrets", column: "sealed", rowId: KEY_NAME } as const;

/**
 * Opens the own side of SAML.
 *
 * @throws SettingsError when a key of the settings cannot be used
 */
export function openServiceProvider(options: ServiceProviderOptions): ReadServiceProvider {
  requireKeys(options);
  let made: { readonly for: string; readonly keys: Promise<Pick<ServiceProvider, "key" | "next">> } | undefined;
  return async () => {
    const { settings, addresses } = options;
    const own = samlAddresses(settings, addresses);
    const { hostname: host } = new URL(own.entityId);
    const allowsEncryption = settings["auth.saml.allow_encrypted_assertions"];
    const name = JSON.stringify([settings[KEY], settings[NEXT], host, allowsEncryption]);
    if (made?.for !== name) made = { for: name, keys: readKeys(options, { host, decrypts: allowsEncryption }) };
    const keys = await made.keys.catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return { ...own, allowsEncryption, ...keys };
  };
}

const KEY = "auth.saml.private_key";
const NEXT = "auth.saml.private_key_next";

function requireKeys({ settings, sourceOf }: ServiceProviderOptions): void {
  const faults = ([KEY, NEXT] as const).flatMap((setting) => {
    if (settings[setting] === "") return [];
    try {
      readSamlKey(settings[setting]);
      return [];
    } catch (error) {
      const origin = sourceOf(setting) === "environment" ? ("environment" as const) : ("file" as const);
      return [{ origin, message: `${setting}: ${error instanceof Error ? error.message : "it cannot be read"}` }];
    }
  });
  if (faults.length > 0) throw new SettingsError(faults);
}

async function readKeys(
  options: ServiceProviderOptions,
  form: { host: string; decrypts: boolean },
): Promise<Pick<ServiceProvider, "key" | "next">> {
  const { settings } = options;
  // Loaded when it is needed first: a start is short without it.
  const { certify } = await import("./certificate.ts");
  const text = settings[KEY] || (await ownKey(options));
  const next = settings[NEXT];
  return {
    key: await certify(readSamlKey(text), form),
    next: next === "" ? undefined : await certify(readSamlKey(next), form),
  };
}

/** The key that all machines share; made when it is needed first. */
async function ownKey({ db, keyRing }: ServiceProviderOptions): Promise<string> {
  const find = () =>
    db.selectFrom("vedette.identity_secrets").where("name", "=", KEY_NAME).select("sealed").executeTakeFirst();
  const known = await find();
  if (known !== undefined) return unseal(keyRing, known.sealed, KEY_PLACE);
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await db
    .insertInto("vedette.identity_secrets")
    .values({ name: KEY_NAME, sealed: seal(keyRing, privateKey, KEY_PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another process may have been first.
  return unseal(keyRing, (await find())?.sealed ?? "", KEY_PLACE);
}
