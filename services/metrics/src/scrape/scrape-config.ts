import { type Static, type TSchema, Type } from "typebox";
import { Check, Errors } from "typebox/value";
import { parseDuration } from "../promql/literal.ts";

/** A span of time as PromQL writes it, e.g. `15s`. */
const Duration = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: "^(\\d+y)?(\\d+w)?(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?$",
});
const Path = Type.String({ minLength: 1, maxLength: 4096 });
const Secret = Type.String({ maxLength: 4096 });
const LabelName = Type.String({ minLength: 1, maxLength: 1024 });
const Limit = Type.Integer({ minimum: 0 });

const strict = { additionalProperties: false } as const;

/** A rule that changes label sets, or drops them. */
const RelabelConfig = Type.Object(
  {
    source_labels: Type.Optional(Type.Array(LabelName, { maxItems: 100 })),
    separator: Type.Optional(Type.String({ maxLength: 256 })),
    regex: Type.Optional(Type.Union([Type.String({ maxLength: 16_384 }), Type.Number(), Type.Boolean()])),
    modulus: Type.Optional(Type.Integer({ minimum: 0 })),
    target_label: Type.Optional(Type.String({ maxLength: 1024 })),
    replacement: Type.Optional(Type.Union([Type.String({ maxLength: 16_384 }), Type.Number(), Type.Boolean()])),
    action: Type.Optional(
      Type.Enum([
        "replace",
        "keep",
        "drop",
        "keepequal",
        "dropequal",
        "hashmod",
        "labelmap",
        "labeldrop",
        "labelkeep",
        "lowercase",
        "uppercase",
      ]),
    ),
  },
  strict,
);

export type RelabelConfig = Static<typeof RelabelConfig>;

const TlsConfig = Type.Object(
  {
    ca: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    ca_file: Type.Optional(Path),
    cert: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    cert_file: Type.Optional(Path),
    key: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    key_file: Type.Optional(Path),
    server_name: Type.Optional(Type.String({ maxLength: 253 })),
    insecure_skip_verify: Type.Optional(Type.Boolean()),
    min_version: Type.Optional(Type.Enum(["TLS12", "TLS13"])),
  },
  strict,
);

/** Visible signs and blanks: what a header may hold. */
const HeaderText = Type.String({ maxLength: 8192, pattern: "^[\\t -~]*$" });

const proxy = {
  proxy_url: Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://[^\\s]+$" })),
  /** Hosts and domains that are reached without the proxy, with commas between them. */
  no_proxy: Type.Optional(Type.String({ maxLength: 8192 })),
  proxy_connect_header: Type.Optional(
    Type.Record(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }), Type.Array(HeaderText, { maxItems: 10 })),
  ),
} as const;

/** How a target, or a list of targets, is asked. */
const httpClient = {
  basic_auth: Type.Optional(
    Type.Object(
      {
        username: Type.Optional(Type.String({ maxLength: 1024 })),
        username_file: Type.Optional(Path),
        password: Type.Optional(Secret),
        password_file: Type.Optional(Path),
      },
      strict,
    ),
  ),
  authorization: Type.Optional(
    Type.Object(
      {
        type: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: "^[!-~]+$" })),
        credentials: Type.Optional(Secret),
        credentials_file: Type.Optional(Path),
      },
      strict,
    ),
  ),
  bearer_token: Type.Optional(Secret),
  bearer_token_file: Type.Optional(Path),
  oauth2: Type.Optional(
    Type.Object(
      {
        client_id: Type.String({ minLength: 1, maxLength: 1024 }),
        client_secret: Type.Optional(Secret),
        client_secret_file: Type.Optional(Path),
        scopes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 100 })),
        token_url: Type.String({ maxLength: 2048, pattern: "^https?://[^\\s@]+$" }),
        endpoint_params: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4096 }))),
        tls_config: Type.Optional(TlsConfig),
        ...proxy,
      },
      strict,
    ),
  ),
  tls_config: Type.Optional(TlsConfig),
  /** Headers of the operator's own. */
  http_headers: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }),
      Type.Object(
        {
          values: Type.Optional(Type.Array(HeaderText, { maxItems: 10 })),
          secrets: Type.Optional(Type.Array(HeaderText, { maxItems: 10 })),
          files: Type.Optional(Type.Array(Path, { maxItems: 10 })),
        },
        strict,
      ),
    ),
  ),
  follow_redirects: Type.Optional(Type.Boolean()),
  enable_http2: Type.Optional(Type.Boolean()),
  ...proxy,
} as const;

const HttpClientConfig = Type.Object(httpClient, strict);
export type HttpClientConfig = Static<typeof HttpClientConfig>;

/** The names of what a job says about how its targets are asked. */
export const HTTP_CLIENT_PARTS = Object.keys(httpClient) as readonly (keyof HttpClientConfig)[];

const LabelSet = Type.Record(Type.String({ pattern: "^[a-zA-Z_][a-zA-Z0-9_]*$" }), Type.String({ maxLength: 16_384 }));

/** Targets with labels in common, as a static configuration, a file or an address of targets lists them. */
export const TargetGroups = Type.Array(
  Type.Object(
    {
      targets: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: "^[^\\s/?#@]+$" }), {
        maxItems: 10_000,
      }),
      labels: Type.Optional(LabelSet),
    },
    strict,
  ),
  { maxItems: 10_000 },
);

export type TargetGroup = Static<typeof TargetGroups>[number];

/** One job, by the names of Prometheus' `scrape_config`. */
const ScrapeConfig = Type.Object(
  {
    job_name: Type.String({ minLength: 1, maxLength: 200 }),
    scrape_interval: Type.Optional(Duration),
    scrape_timeout: Type.Optional(Duration),
    metrics_path: Type.Optional(Type.String({ maxLength: 2048, pattern: "^/" })),
    scheme: Type.Optional(Type.Enum(["http", "https"])),
    params: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 }))),
    honor_labels: Type.Optional(Type.Boolean()),
    honor_timestamps: Type.Optional(Type.Boolean()),
    track_timestamps_staleness: Type.Optional(Type.Boolean()),
    enable_compression: Type.Optional(Type.Boolean()),
    scrape_native_histograms: Type.Optional(Type.Boolean()),
    always_scrape_classic_histograms: Type.Optional(Type.Boolean()),
    sample_limit: Type.Optional(Limit),
    label_limit: Type.Optional(Limit),
    label_name_length_limit: Type.Optional(Limit),
    label_value_length_limit: Type.Optional(Limit),
    target_limit: Type.Optional(Limit),
    body_size_limit: Type.Optional(
      Type.Union([Limit, Type.String({ maxLength: 32, pattern: "^\\d+(\\.\\d+)?([KMGTP]i?)?B?$" })]),
    ),
    ...httpClient,
    static_configs: Type.Optional(TargetGroups),
    file_sd_configs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            files: Type.Array(Type.String({ maxLength: 4096, pattern: "\\.(json|ya?ml)$" }), {
              minItems: 1,
              maxItems: 100,
            }),
            refresh_interval: Type.Optional(Duration),
          },
          strict,
        ),
        { maxItems: 100 },
      ),
    ),
    http_sd_configs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            url: Type.String({ maxLength: 2048, pattern: "^https?://[^\\s@]+$" }),
            refresh_interval: Type.Optional(Duration),
            ...httpClient,
          },
          strict,
        ),
        { maxItems: 100 },
      ),
    ),
    relabel_configs: Type.Optional(Type.Array(RelabelConfig, { maxItems: 1000 })),
    metric_relabel_configs: Type.Optional(Type.Array(RelabelConfig, { maxItems: 1000 })),
  },
  strict,
);

export type ScrapeConfig = Static<typeof ScrapeConfig>;

/** The file that `metrics.scrape_config_file` names: what a scraper reads of a `prometheus.yml`. */
const ScrapeFile = Type.Object(
  {
    global: Type.Optional(
      Type.Object({ scrape_interval: Type.Optional(Duration), scrape_timeout: Type.Optional(Duration) }),
    ),
    scrape_configs: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 1000 })),
  },
  // Rules, alerts and remote storage have their own programs.
  { additionalProperties: true },
);

/** Reads what the file holds beside its jobs. @returns faults in place of it */
export function readScrapeFile(content: unknown, path: string): Static<typeof ScrapeFile> | string[] {
  return Check(ScrapeFile, content) ? content : faultsOf(ScrapeFile, content, path);
}

/** What older files of settings call a job's parts; the short forms stay. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ["job", "job_name"],
  ["interval", "scrape_interval"],
  ["timeout", "scrape_timeout"],
  ["path", "metrics_path"],
  ["bearer", "bearer_token"],
  ["basic", "basic_auth"],
  ["tls", "tls_config"],
  ["relabel", "relabel_configs"],
  ["metric_relabel", "metric_relabel_configs"],
]);

/**
 * Reads a job.
 *
 * @param where - what a message calls it, e.g. `metrics.scrape[0]`
 * @returns the job, or every fault of it
 */
export function readScrapeConfig(content: unknown, where: string): ScrapeConfig | string[] {
  const written = withLongNames(content);
  if (!Check(ScrapeConfig, written)) return faultsOf(ScrapeConfig, written, where);
  const faults = [...contradictions(written, where)];
  return faults.length === 0 ? written : faults;
}

function withLongNames(content: unknown): unknown {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return content;
  const entries = Object.entries(content).map(([name, value]) => [SHORT_FORMS.get(name) ?? name, value] as const);
  const { targets, labels, http_sd: address, ...job } = Object.fromEntries(entries);
  return {
    ...job,
    ...(targets !== undefined && { static_configs: [{ targets, ...(labels !== undefined && { labels }) }] }),
    ...(targets === undefined && labels !== undefined && { labels }),
    ...(address !== undefined && { http_sd_configs: [{ url: address }] }),
  };
}

/** What the schema cannot say. */
function* contradictions(config: ScrapeConfig, where: string): Generator<string> {
  const { scrape_interval: interval, scrape_timeout: timeout } = config;
  if (interval !== undefined && !parseDuration(interval)) yield `${where}.scrape_interval must be longer than 0`;
  if (timeout !== undefined && !parseDuration(timeout)) yield `${where}.scrape_timeout must be longer than 0`;
  yield* clientContradictions(config, where);
  for (const [at, discovery] of (config.http_sd_configs ?? []).entries()) {
    yield* clientContradictions(discovery, `${where}.http_sd_configs[${at}]`);
  }
}

function* clientContradictions(config: HttpClientConfig, where: string): Generator<string> {
  const {
    basic_auth: basic,
    authorization,
    bearer_token: bearer,
    bearer_token_file: bearerFile,
    oauth2,
    tls_config: tls,
  } = config;
  const ways = [basic, authorization, bearer, bearerFile, oauth2].filter((way) => way !== undefined).length;
  if (ways > 1)
    yield `${where} has more than one of basic_auth, authorization, oauth2, bearer_token and bearer_token_file`;
  if (authorization?.type?.toLowerCase() === "basic") yield `${where}.authorization.type is basic; use basic_auth`;
  const twins: [string, unknown, unknown][] = [
    ["basic_auth.username", basic?.username, basic?.username_file],
    ["basic_auth.password", basic?.password, basic?.password_file],
    ["authorization.credentials", authorization?.credentials, authorization?.credentials_file],
    ["oauth2.client_secret", oauth2?.client_secret, oauth2?.client_secret_file],
    ["tls_config.ca", tls?.ca, tls?.ca_file],
    ["tls_config.cert", tls?.cert, tls?.cert_file],
    ["tls_config.key", tls?.key, tls?.key_file],
  ];
  for (const [name, value, file] of twins) {
    if (value !== undefined && file !== undefined) yield `${where}.${name} and ${name}_file are both set; keep one`;
  }
  const hasCertificate = (tls?.cert ?? tls?.cert_file) !== undefined;
  if (hasCertificate !== ((tls?.key ?? tls?.key_file) !== undefined)) {
    yield `${where}.tls_config needs a certificate and its key, or neither`;
  }
  yield* wayContradictions(config, where);
}

/** What is wrong with headers and proxies. */
function* wayContradictions(config: HttpClientConfig, where: string): Generator<string> {
  const reserved = Object.keys(config.http_headers ?? {}).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  if (reserved !== undefined) yield `${where}.http_headers.${reserved} is set by Vedette`;
  for (const { proxy_url: address, no_proxy: except } of [config, config.oauth2 ?? {}]) {
    if (address === undefined && except !== undefined) yield `${where}.no_proxy needs a proxy_url`;
  }
}

/** Headers that the scraper sends by itself, or that are not for a job to set. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "host",
  "transfer-encoding",
  "user-agent",
  "x-prometheus-scrape-timeout-seconds",
]);

/** Every fault by its place. No value is shown: it may be a password. */
export function faultsOf(schema: TSchema, value: unknown, where: string): string[] {
  const faults = [...Errors(schema, value)].flatMap(({ keyword, instancePath, message, params }) => {
    const place = where + instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".");
    if (keyword === "additionalProperties") {
      const names: unknown = Reflect.get(params, "additionalProperties");
      return [names].flat().map((name) => `${place}.${String(name)} is not known here`);
    }
    if (keyword === "boolean") return []; // The same again.
    if (keyword === "enum")
      return [`${place} must be one of ${[Reflect.get(params, "allowedValues")].flat().join(", ")}`];
    return [`${place} ${message}`];
  });
  return [...new Set(faults)];
}
