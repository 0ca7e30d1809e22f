import type { Identity } from "../identity.ts";
import { declarationOf, PROVIDER_NAMES, type ProviderName } from "./provider-table.ts";

/** A provider that people may choose. */
export interface OfferedProvider {
  /** Under which `/authorize` knows it. */
  readonly name: string;
  /** As people know it. */
  readonly title: string;
}

/** The providers that are switched on: those known by name, then those that administrators have added. */
export async function listOffered({ db, settings }: Pick<Identity, "db" | "settings">): Promise<OfferedProvider[]> {
  const known = PROVIDER_NAMES.filter((name) => settings[`auth.external.${name}.enabled`]);
  const added = settings["auth.custom_oauth.enabled"]
    ? await db
        .selectFrom("auth.custom_oauth_providers")
        .where("enabled", "=", true)
        .orderBy("name")
        .limit(100)
        .select(["identifier as name", "name as title"])
        .execute()
    : [];
  return [...known.map((name) => ({ name, title: declarationOf(name).title })), ...added];
}

/** A provider as administrators set it up. */
export interface KnownProvider extends OfferedProvider {
  readonly is_enabled: boolean;
  /** To be registered at the provider. */
  readonly callback_url: string;
  /** What is asked for without anybody saying so. */
  readonly scopes: readonly string[];
}

/** Every provider that is known by name. */
export function listKnown({ settings, addresses }: Pick<Identity, "settings" | "addresses">): KnownProvider[] {
  return PROVIDER_NAMES.map((name: ProviderName) => ({
    name,
    title: declarationOf(name).title,
    is_enabled: settings[`auth.external.${name}.enabled`],
    callback_url: settings[`auth.external.${name}.redirect_uri`] || `${addresses.externalUrl}/callback`,
    scopes: declarationOf(name).scopes,
  }));
}
