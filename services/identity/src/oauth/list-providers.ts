import type { Identity } from "../identity.ts";
import { findCustomProvider } from "./custom/custom-provider-store.ts";
import { declarationOf, isProviderName, PROVIDER_NAMES, type ProviderName } from "./provider-table.ts";

/** A provider that people may choose. */
export interface OfferedProvider {
  /** Under which `/authorize` knows it. */
  readonly name: string;
  /** As people know it. */
  readonly title: string;
}

/**
 * The providers that are switched on, known by name or added by administrators: the four that most people use, then the
 * others by title.
 */
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
  const offered = [...known.map((name) => ({ name, title: declarationOf(name).title })), ...added];
  const byTitle = offered.toSorted((one, other) => one.title.localeCompare(other.title));
  if (byTitle.length <= MOST_USED) return byTitle;
  const used = await countUses(db);
  const byUse = byTitle.toSorted((one, other) => (used.get(other.name) ?? 0) - (used.get(one.name) ?? 0));
  const first = byUse.slice(0, MOST_USED).filter(({ name }) => used.has(name));
  return [...first, ...byTitle.filter((provider) => !first.includes(provider))];
}

/** So many stand first. */
const MOST_USED = 4;
const COUNT_AGAIN_MS = 600_000;

interface Counted {
  readonly at: number;
  readonly uses: Promise<ReadonlyMap<string, number>>;
}

/** Only an order hangs on it: each process may know its own, some minutes old. */
const counted = new WeakMap<Identity["db"], Counted>();

/** How many people have linked each provider. */
function countUses(db: Identity["db"]): Promise<ReadonlyMap<string, number>> {
  const last = counted.get(db);
  if (last !== undefined && Date.now() - last.at < COUNT_AGAIN_MS) return last.uses;
  const uses = db
    .selectFrom("auth.identities")
    .groupBy("provider")
    .select((eb) => ["provider", eb.cast<number>(eb.fn.countAll(), "integer").as("count")])
    .execute()
    .then((rows) => new Map(rows.map(({ provider, count }) => [provider, count])));
  counted.set(db, { at: Date.now(), uses });
  uses.catch(() => counted.delete(db));
  return uses;
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

/** Whether a provider has this name, switched on or not: one of the table, or `custom:…` that an administrator added. */
export async function isKnownProvider({ db }: Pick<Identity, "db">, name: string): Promise<boolean> {
  return isProviderName(name) || (await findCustomProvider(db, name)) !== undefined;
}
