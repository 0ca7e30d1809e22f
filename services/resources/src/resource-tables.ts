import type { ColumnType, Generated, JSONColumnType, Kysely, RawBuilder, Selectable } from "kysely";
import type { Permission, Role, SubjectKind } from "./access/permissions.ts";
import type { Preferences } from "./preferences/preferences.ts";

/** A column that is written once. */
type Fixed<Value> = ColumnType<Value, Value, never>;

/**
 * Every version of every object, the newest one with `superseded_by` null. `metadata` and `spec` are JSON text and go
 * out as they are; the other columns are what the store decides and searches by. A removed object's last version says
 * `is_deleted` and holds the last state.
 */
interface ObjectVersionsTable {
  resource_version: Fixed<string>;
  superseded_by: string | null;
  superseded_at: Date | null;
  is_deleted: Fixed<boolean>;
  resource: Fixed<string>;
  namespace: Fixed<string>;
  name: Fixed<string>;
  uid: Fixed<string>;
  generation: Fixed<string>;
  internal_id: Fixed<string>;
  generate_name: Fixed<string | null>;
  title: Fixed<string>;
  folder: Fixed<string>;
  tags: ColumnType<string[], string, never>;
  /** Of a dashboard, a line each; `null` while nobody has read them. */
  panel_titles: string | null;
  /** What a search for words looks at, in small letters; `null` while nobody has made it. */
  searched: string | null;
  labels: ColumnType<Record<string, string>, string, never>;
  created_at: Fixed<Date>;
  created_by: Fixed<string>;
  written_at: Fixed<Date>;
  written_by: Fixed<string>;
  message: Fixed<string>;
  /** Characters of `metadata` and `spec` together: how much an answer will hold. */
  size: Fixed<number>;
  metadata: Fixed<string>;
  spec: Fixed<string>;
}

/** Numbers that only rise: `resource_version`, and one for the internal ids of each resource. */
interface CountersTable {
  name: Fixed<string>;
  value: string;
}

/** What is said once for the whole installation. */
interface InstallationTable {
  id: Generated<boolean>;
  /** Secret for continue tokens. */
  token_key: Fixed<Uint8Array>;
}

/** Objects that were made at the first start, so that a later removal stays. */
interface SeedsTable {
  name: Fixed<string>;
  seeded_at: Generated<Date>;
}

interface MembershipsTable {
  organisation: Generated<number>;
  user_id: Fixed<string>;
  role: Role;
  created_at: Generated<Date>;
}

interface SetupLinksTable {
  /** SHA-256 of the code. */
  code_hash: Fixed<Uint8Array>;
  created_at: Generated<Date>;
  expires_at: ColumnType<Date, RawBuilder<Date>, never>;
}

interface AuditLogTable {
  id: Generated<string>;
  at: Generated<Date>;
  actor: Fixed<string>;
  actor_login: Fixed<string>;
  action: Fixed<string>;
  target: Fixed<string>;
  details: JSONColumnType<Record<string, unknown>, string, never>;
  request_id: Fixed<string>;
  address: Fixed<string>;
  /** In the chain of records, from 1. */
  place: string | null;
  /** Of this record and the one before it. */
  hash: Uint8Array | null;
}

interface IdempotencyKeysTable {
  actor: Fixed<string>;
  key: Fixed<string>;
  request_hash: Fixed<Uint8Array>;
  answer: string;
  created_at: Generated<Date>;
}

interface WallsTable {
  id: Generated<string>;
  /** SHA-256 of the key. */
  key_hash: Fixed<Uint8Array>;
  name: string;
  playlist: string;
  status: JSONColumnType<{ screens: readonly ScreenStatus[] }, string | undefined, string>;
  created_at: Generated<Date>;
  created_by: Fixed<string>;
  /** Whose rights its key has: `user:<uid>`; empty for nobody's. */
  given_by: string;
  /** How people know them. */
  giver_login: string;
  /** The issuer of their token; empty for those who are known here. */
  giver_provider: string;
  /** What that token said of their groups. */
  giver_groups: JSONColumnType<readonly string[], string | undefined, string>;
  given_at: ColumnType<Date, RawBuilder<Date> | undefined, RawBuilder<Date>>;
  display: JSONColumnType<WallDisplay, string | undefined, string>;
  seen_at: ColumnType<Date | null, never, RawBuilder<Date>>;
  expires_at: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>;
}

interface WallPairingsTable {
  key_hash: Fixed<Uint8Array>;
  /** HMAC of the code. */
  code_hash: Fixed<Uint8Array>;
  name: Fixed<string>;
  playlist: Fixed<string>;
  /** The key of whom limits count as one: a network address, or a /64 of IPv6, hashed. */
  address: Fixed<string>;
  created_at: Generated<Date>;
  expires_at: ColumnType<Date, RawBuilder<Date>, never>;
}

interface WallPicturesTable {
  wall_id: Fixed<string>;
  screen: Fixed<string>;
  /** JPEG. */
  picture: Uint8Array;
  taken_at: ColumnType<Date, never, RawBuilder<Date>>;
}

interface WallCommandsTable {
  id: Generated<string>;
  wall_id: Fixed<string>;
  /** Empty for all screens. */
  screen: Fixed<string>;
  command: Fixed<string>;
  created_at: Generated<Date>;
}

/** Who was put into a team by hand; those whom a group brings are found by their groups. */
interface TeamMembersTable {
  team_uid: Fixed<string>;
  user_id: Fixed<string>;
  added_at: Generated<Date>;
}

/** Groups of an identity provider whose people belong to a team. */
interface TeamGroupsTable {
  team_uid: Fixed<string>;
  group_id: Fixed<string>;
}

interface RolesTable {
  uid: Fixed<string>;
  name: string;
  display_name: Generated<string>;
  description: Generated<string>;
  version: Generated<number>;
  /** Made by this server to hold what one subject was granted on single objects. */
  is_managed: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, never, RawBuilder<Date>>;
}

interface RolePermissionsTable {
  role_uid: Fixed<string>;
  action: Fixed<string>;
  scope: Fixed<string>;
}

/** Who holds a role: a user or team by uuid, a service account by number, a basic role by name. */
interface RoleAssignmentsTable {
  subject_kind: Fixed<SubjectKind>;
  subject: Fixed<string>;
  role_uid: Fixed<string>;
}

interface ServiceAccountsTable {
  id: Generated<string>;
  uid: Fixed<string>;
  name: string;
  login: Fixed<string>;
  role: Role;
  is_disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

interface ServiceTokensTable {
  id: Generated<string>;
  /** The service account whose it is; of a person's token `null`. */
  account_id: ColumnType<string | null, string | undefined, never>;
  /** The person whose it is; of a service account's token `null`. */
  user_id: ColumnType<string | null, string | undefined, never>;
  name: Fixed<string>;
  /** SHA-256 of the token. */
  token_hash: Fixed<Uint8Array>;
  created_at: Generated<Date>;
  expires_at: ColumnType<Date | null, RawBuilder<Date> | null, never>;
  last_used_at: ColumnType<Date | null, never, RawBuilder<Date>>;
  /** Network address; empty until it is used, and by what has none. */
  last_used_from: ColumnType<string, never, string>;
  /** What it is narrowed to; `null` for all that the account may. */
  permissions: ColumnType<readonly Permission[] | null, string | null, never>;
}

interface StarsTable {
  user_id: Fixed<string>;
  object_uid: Fixed<string>;
  starred_at: Generated<Date>;
}

interface SnapshotsTable {
  key: Fixed<string>;
  name: Fixed<string>;
  audience: Fixed<"readers" | "everyone" | "public">;
  /** `metadata.uid` of the dashboard it was taken of. */
  dashboard_uid: Fixed<string | null>;
  /** JSON text. */
  content: Fixed<string>;
  created_at: Generated<Date>;
  created_by: Fixed<string>;
  created_login: Fixed<string>;
  expires_at: ColumnType<Date | null, RawBuilder<Date> | null, never>;
}

interface DraftsTable {
  /** As `createdBy` annotations have it: `user:<uid>`. */
  owner: Fixed<string>;
  dashboard_uid: Fixed<string>;
  /** JSON text. */
  content: string;
  changed_at: ColumnType<Date, never, RawBuilder<Date>>;
}

interface AnnotationsTable {
  id: Generated<string>;
  /** `metadata.uid` of the dashboard it belongs to; null for what happened at no single one. */
  dashboard_uid: Fixed<string | null>;
  panel_id: number | null;
  begins_at: Date;
  ends_at: Date;
  text: string;
  /** Written as JSON text. */
  tags: ColumnType<readonly string[], string, string>;
  created_by: Fixed<string>;
  created_login: Fixed<string>;
  created_at: Generated<Date>;
  changed_at: ColumnType<Date, never, RawBuilder<Date>>;
}

interface DashboardViewsTable {
  /** `metadata.uid` of the dashboard. */
  dashboard_uid: Fixed<string>;
  day: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>;
  count: ColumnType<number, number, RawBuilder<unknown>>;
}

interface PreferencesTable {
  user_id: Fixed<string>;
  /** Written as JSON text. */
  content: ColumnType<Preferences, string, string>;
  changed_at: ColumnType<Date, never, RawBuilder<Date>>;
}

/** Who lost or got access; the triggers write it. */
interface AccessChangesTable {
  place: Generated<string>;
  subject: Fixed<string>;
  changed_at: Generated<Date>;
}

/** The tables of this service. */
export interface ResourceDatabase {
  "vedette.access_changes": AccessChangesTable;
  "vedette.object_versions": ObjectVersionsTable;
  "vedette.counters": CountersTable;
  "vedette.installation": InstallationTable;
  "vedette.seeds": SeedsTable;
  "vedette.memberships": MembershipsTable;
  "vedette.setup_links": SetupLinksTable;
  "vedette.audit_log": AuditLogTable;
  "vedette.idempotency_keys": IdempotencyKeysTable;
  "vedette.walls": WallsTable;
  "vedette.wall_pairings": WallPairingsTable;
  "vedette.wall_pictures": WallPicturesTable;
  "vedette.wall_commands": WallCommandsTable;
  "vedette.team_members": TeamMembersTable;
  "vedette.team_groups": TeamGroupsTable;
  "vedette.roles": RolesTable;
  "vedette.role_permissions": RolePermissionsTable;
  "vedette.role_assignments": RoleAssignmentsTable;
  "vedette.service_accounts": ServiceAccountsTable;
  "vedette.service_tokens": ServiceTokensTable;
  "vedette.stars": StarsTable;
  "vedette.snapshots": SnapshotsTable;
  "vedette.drafts": DraftsTable;
  "vedette.annotations": AnnotationsTable;
  "vedette.dashboard_views": DashboardViewsTable;
  "vedette.preferences": PreferencesTable;
}

export type StoredVersion = Selectable<ObjectVersionsTable>;

/** This service's view of a transaction that another service has opened. */
export function resourceTables<Tables>(trx: Kysely<Tables>): Kysely<ResourceDatabase> {
  return trx as unknown as Kysely<ResourceDatabase>; // a connection reaches every table; only its type knows some
}

/** What one screen of a wall says of itself. */
export interface ScreenStatus {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly state: "starting" | "playing" | "paused" | "failed";
  /** What it shows; empty when nothing. */
  readonly dashboard: string;
  /** Of that; players of before do not tell it. */
  readonly uid?: string;
  /** From 0. */
  readonly index: number;
  readonly length: number;
  /** What is wrong, for people; empty when nothing is. */
  readonly problem: string;
}

/** What people have a wall show beside its playlist, until they say otherwise. */
export interface WallDisplay {
  /** Stands over what is shown; empty for none. */
  readonly message: string;
  /** Darker hours by the wall's own clock, `HH:MM` each, and how bright then, in percent; `null` for none. */
  readonly night: { readonly from: string; readonly to: string; readonly brightness: number } | null;
  /** Screens that keep showing one dashboard of the playlist, and which. */
  readonly pins: Readonly<Record<string, string>>;
}
