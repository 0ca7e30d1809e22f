import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { ROLES } from "./access/permissions.ts";

/** Every setting that the resource service reads. */
export const resourceSettings = declareSettings({
  "resources.default_role": {
    env: "VEDETTE_RESOURCES_DEFAULT_ROLE",
    type: Type.Enum(ROLES),
    default: "Viewer",
    doc: "Role of people to whom nobody gave one: None, Viewer, Editor or Admin.",
  },
  "resources.provisioning_dir": {
    env: "VEDETTE_RESOURCES_PROVISIONING_DIR",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "Folder of resources, JSON or YAML as `vedette export` writes them, that are taken at every start; empty for none.",
  },
  "resources.data_source_access": {
    env: "VEDETTE_RESOURCES_DATA_SOURCE_ACCESS",
    type: Type.Array(Type.Unknown(), { maxItems: 100 }),
    default: [],
    doc: "How data sources are asked that want credentials, by their address: url, basic_auth, bearer_token(_file), headers such as X-Scope-OrgID, tls.",
    secret: true,
  },
  "resources.team_sync_enabled": {
    env: "VEDETTE_RESOURCES_TEAM_SYNC_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "Whether groups of an identity provider bring people into teams, and `/api/teams/…/groups` answers.",
  },
  "resources.team_sync_bare_names_of": {
    env: "VEDETTE_RESOURCES_TEAM_SYNC_BARE_NAMES_OF",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100 }),
    default: [],
    doc: "Identity providers whose groups a team may name without the provider before them, for example `google`, `custom:acme`, `sso:<uuid>` or `third-party:clerk`. Empty: only the single sign-on that is set up, if there is one alone.",
  },
  "resources.team_sync_max_age": {
    env: "VEDETTE_RESOURCES_TEAM_SYNC_MAX_AGE",
    type: Type.Integer({ minimum: 0, maximum: 315_360_000 }),
    default: 2_592_000,
    doc: "Seconds after a sign-in with a provider for which the groups that it named then count. 0: for ever.",
  },
  "resources.additional_group_suffix": {
    env: "VEDETTE_RESOURCES_ADDITIONAL_GROUP_SUFFIX",
    type: Type.String({ maxLength: 200, pattern: "^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$" }),
    default: "",
    doc: "Serves every kind under a second suffix too, for clients that have another product's names built in: `example.org` adds `dashboard.example.org`, with `example.org/folder` for the annotation `vedette.app/folder`. Empty for none.",
  },
  "resources.history.versions": {
    env: "VEDETTE_RESOURCES_HISTORY_VERSIONS",
    type: Type.Union([Type.Literal(0), Type.Integer({ minimum: 20, maximum: 1_000_000 })]),
    default: 0,
    doc: "Versions that are kept of each object, at least 20. 0: all. Older ones are removed every hour.",
  },
  "resources.snapshots.public": {
    env: "VEDETTE_RESOURCES_SNAPSHOTS_PUBLIC",
    type: Type.Boolean(),
    default: false,
    doc: "Whether people may take snapshots of dashboards that whoever has the address sees without signing in. Off, those taken before are closed.",
  },
  "resources.snapshots.max_age": {
    env: "VEDETTE_RESOURCES_SNAPSHOTS_MAX_AGE",
    type: Type.Integer({ minimum: 0, maximum: 3_153_600_000 }),
    default: 7_776_000,
    doc: "Seconds after which a snapshot of a dashboard is removed at the latest. 0: they may stay for ever.",
  },
  "audit.retention_days": {
    env: "VEDETTE_AUDIT_RETENTION_DAYS",
    type: Type.Integer({ minimum: 0, maximum: 36_500 }),
    default: 365,
    doc: "Days that the audit log of resources keeps a record. 0: for ever.",
  },
  "server.limits.object_bytes": {
    env: "VEDETTE_LIMITS_OBJECT_BYTES",
    type: Type.Integer({ minimum: 65_536, maximum: 67_108_864 }),
    default: 8_388_608,
    doc: "Bytes of a dashboard or another object in a request.",
  },
  "server.limits.import_bytes": {
    env: "VEDETTE_LIMITS_IMPORT_BYTES",
    type: Type.Integer({ minimum: 65_536, maximum: 268_435_456 }),
    default: 16_777_216,
    doc: "Bytes of a dashboard that is imported. Reading 64 MiB delays other requests by 300 ms; the largest real dashboards have 4 MB.",
  },
  "server.limits.searches": {
    env: "VEDETTE_LIMITS_SEARCHES",
    type: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 8,
    doc: "Searches that one process runs at a time, two for each user.",
  },
  "server.limits.imports": {
    env: "VEDETTE_LIMITS_IMPORTS",
    type: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 4,
    doc: "Dashboards that one process imports at a time, one for each user.",
  },
  "server.limits.data_source_queries": {
    env: "VEDETTE_LIMITS_DATA_SOURCE_QUERIES",
    type: Type.Integer({ minimum: 1, maximum: 10_000 }),
    default: 64,
    doc: "Queries that one process sends to one data source at a time, 16 for each user.",
  },
  "server.limits.queued_per_user": {
    env: "VEDETTE_LIMITS_QUEUED_PER_USER",
    type: Type.Integer({ minimum: 0, maximum: 10_000 }),
    default: 100,
    doc: "Searches, imports, images and data source queries of one user that wait in one queue. More are rejected with 429. Tokens count for their owner; every service account and wall and the secret key count as users of their own.",
  },
  "server.limits.watch_streams": {
    env: "VEDETTE_LIMITS_WATCH_STREAMS",
    type: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 1000,
    doc: "Watches (?watch=true under /apis) that one process keeps open.",
  },
  "server.limits.watch_streams_per_person": {
    env: "VEDETTE_LIMITS_WATCH_STREAMS_PER_PERSON",
    type: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 20,
    doc: "Watches that one person keeps open in one process. A service account may keep ten times as many, the secret key all.",
  },
});

export type ResourceSettings = SettingsOf<typeof resourceSettings>;
