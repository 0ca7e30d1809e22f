const MIB = 1024 * 1024;

/** What operators need to know about a cache, and what bounds it. */
export interface CacheDeclaration {
  /** What an entry holds, and its key. */
  readonly holds: string;
  /** Bytes of all entries together, keys and bookkeeping included. The least recently used entries are evicted first. */
  readonly maxBytes: number;
  /** A larger entry is not stored. Default: a quarter of `maxBytes`. */
  readonly maxEntryBytes?: number;
  /** Default: until the entry is evicted or replaced. */
  readonly lifetimeSeconds?: number;
}

/**
 * Every cache of the server. `openCache` is the only way to create one, so nothing is cached without a bound in bytes.
 * The reference page and the `vedette_cache_*` metrics are generated from this table.
 */
export const CACHES = {
  dashboard_images: {
    holds: "rendered image of a dashboard or panel, by dashboard version, caller permissions and options",
    maxBytes: 32 * MIB,
    maxEntryBytes: 32 * MIB,
    lifetimeSeconds: 60,
  },
  delta_sums: {
    holds: "running sum of an OTLP metric with delta temporality, by metric and attributes",
    maxBytes: 256 * MIB,
  },
  list_keys: {
    holds: "object versions on one page of a list, by filter and list version",
    maxBytes: 32 * MIB,
    lifetimeSeconds: 300,
  },
  list_pages: {
    holds: "response text of one page of a list, by the object versions on it",
    maxBytes: 16 * MIB,
    maxEntryBytes: 2 * MIB,
    lifetimeSeconds: 3600,
  },
  mail_template_files: {
    holds: "text of a mail template that is read from a file or URL, by path",
    maxBytes: 32 * MIB,
  },
  mail_templates: {
    holds: "parsed mail template, by its text",
    maxBytes: 16 * MIB,
  },
  metric_exemplars: {
    holds: "exemplars of one series, by its labels",
    maxBytes: 64 * MIB,
    lifetimeSeconds: 3600,
  },
  metric_metadata: {
    holds: "type, help and unit of a metric as reported by its senders, by metric name",
    maxBytes: 32 * MIB,
  },
  object_texts: {
    holds: "response text of one object version, by version and output format",
    maxBytes: 64 * MIB,
    maxEntryBytes: 2 * MIB,
    lifetimeSeconds: 3600,
  },
  object_versions: {
    holds: "latest known version of an object as stored in the database, by kind, namespace and name",
    maxBytes: 48 * MIB,
    lifetimeSeconds: 3600,
  },
  oidc_discovery: {
    holds: "discovery document of an OpenID provider, by issuer",
    maxBytes: 8 * MIB,
  },
  oauth_client_methods: {
    holds: "client authentication that a token endpoint accepted instead of the declared one, by endpoint and client",
    maxBytes: MIB,
  },
  oidc_key_sets: {
    holds: "published keys (JWKS) of an OpenID provider, by URL",
    maxBytes: 8 * MIB,
  },
  parsed_specs: {
    holds: "parsed spec of a recently saved object version, by version",
    maxBytes: 32 * MIB,
  },
  saml_metadata_attempts: {
    holds: "time of the last attempt to fetch SAML metadata, by provider",
    maxBytes: MIB,
    lifetimeSeconds: 60,
  },
  seen_versions: {
    holds: "version number an object had when it was last read, by kind, namespace and name",
    maxBytes: 8 * MIB,
  },
  userinfo_claims: {
    holds: "userinfo claims of a user of the UI server, by hash of the ID token",
    maxBytes: 8 * MIB,
  },
  verified_tokens: {
    holds: "claims of an access token whose signature was verified, by hash of the token",
    maxBytes: 16 * MIB,
  },
  wall_queries: {
    holds: "queries that the panels of a dashboard can send, by dashboard version",
    maxBytes: 128 * MIB,
  },
  wall_sources: {
    holds: "data sources that a dashboard refers to, by dashboard version and list of data sources",
    maxBytes: 64 * MIB,
  },
} as const satisfies Readonly<Record<string, CacheDeclaration>>;

export type CacheName = keyof typeof CACHES;
