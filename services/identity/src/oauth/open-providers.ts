import type { Kysely } from "kysely";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { DiscoveryDocument } from "./discovery.ts";
import { createDiscoveryCache } from "./discovery-cache.ts";
import { createDiscoveryStore } from "./discovery-store.ts";
import { createKeySets, type KeySets } from "./key-sets.ts";
import type { Fetch } from "./outbound-fetch.ts";

/** What the service keeps of identity providers: copies of what they publish, and where it may call them. */
export interface Providers {
  /** The setting `security.outbound.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  /** Whether the operator's own file or environment says this; what came over the network is called with more care. */
  readonly isOperators: (setting: string) => boolean;
  readonly keySets: KeySets;
  readonly discover: (fetch: Fetch, issuer: string, at?: string) => Promise<DiscoveryDocument>;
}

interface ProvidersOptions extends Pick<Providers, "allowedHosts" | "isOperators">, Pick<Identity, "warn"> {
  readonly db: Kysely<IdentityTables>;
}

export function openProviders({ db, warn, ...policy }: ProvidersOptions): Providers {
  const discover = createDiscoveryCache({ store: createDiscoveryStore(db), warn });
  return { ...policy, keySets: createKeySets(), discover };
}
