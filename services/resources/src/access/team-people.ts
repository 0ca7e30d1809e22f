import { externalGroups, QUALIFIED_GROUP, SCIM, THIRD_PARTY } from "@vedette/identity";
import { type RawBuilder, sql } from "kysely";
import type { Resources } from "../resources.ts";

/** Somebody without a user here, and what the token in use says. */
export interface TokenGroups {
  readonly id: string;
  /** The issuer, as the settings call it. */
  readonly provider: string;
  readonly groups: readonly string[];
}

/** One reason why somebody is in a team. */
interface TeamPerson {
  readonly team_uid: string;
  readonly user_id: string;
  readonly is_manual: boolean;
  /** As the team names the group that brings them; none of those who were put in by hand. */
  readonly group_id: string | null;
  /** When the provider said so last. */
  readonly told_at: Date | null;
}

export type TeamRules = Pick<Resources, "settings" | "identity">;

/**
 * Who is in which team: by hand, or, unless that is switched off, by a group of an identity provider without case. A
 * team names it as `provider/group`; by the bare name only where that cannot be another provider's.
 *
 * @param present - somebody whose groups stand in no store
 */
export function teamPeople(rules: TeamRules, present?: TokenGroups) {
  const { "resources.team_sync_enabled": isSynced } = rules.settings;
  return sql<TeamPerson>`
    select team_uid, user_id, true as is_manual, null::text as group_id, null::timestamptz as told_at
    from vedette.team_members
    ${isSynced ? syncedPeople(rules) : sql``}
    ${isSynced && present !== undefined ? presentPerson(rules, present) : sql``}`;
}

function syncedPeople(rules: TeamRules) {
  return sql`
    union all
    select g.team_uid, told.user_id, false, g.group_id, told.told_at
    from (${externalGroups}) told
    cross join lateral (values
      (told.provider || '/' || told.group_id),
      (case when ${isKnownByBareName(rules)} and told.group_id !~* ${sql.lit(QUALIFIED_GROUP)} then told.group_id end)
    ) named (name)
    join vedette.team_groups g on lower(g.group_id) = lower(named.name)
    where ${isFresh(rules)}`;
}

/** A provider is heard at sign-ins alone; a directory reports each change, as long as it can. */
function isFresh({ settings, identity }: TeamRules): RawBuilder<boolean> {
  const { "resources.team_sync_max_age": seconds } = settings;
  const isRecent = seconds === 0 ? sql`true` : sql`told.told_at > now() - make_interval(secs => ${sql.lit(seconds)})`;
  const isDirectoryOn = identity.settings["auth.scim.enabled"] ? sql`true` : sql`false`;
  return sql`case when told.provider = ${sql.lit(SCIM)} then ${isDirectoryOn} else ${isRecent} end`;
}

/** Any provider can call a group what the administrator meant for another. */
function isKnownByBareName({ settings, identity }: TeamRules): RawBuilder<boolean> {
  const { "resources.team_sync_bare_names_of": listed } = settings;
  if (listed.length > 0) return sql`told.provider = any(${listed}::text[])`;
  if (identity.readOutsideToken !== undefined) return sql`told.provider like 'oidc:%'`;
  return sql`told.provider = (select 'sso:' || min(id::text) from auth.sso_providers having count(*) = 1)`;
}

function presentPerson({ settings }: TeamRules, { id, provider, groups }: TokenGroups) {
  const name = THIRD_PARTY + provider;
  const isBare = settings["resources.team_sync_bare_names_of"].includes(name);
  const bare = isBare ? groups.filter((group) => !new RegExp(QUALIFIED_GROUP, "i").test(group)) : [];
  const names = [...groups.map((group) => `${name}/${group}`), ...bare];
  return sql`
    union all
    select g.team_uid, ${id}::uuid, false, g.group_id, now() from vedette.team_groups g
    where lower(g.group_id) in (select lower(name) from unnest(${names}::text[]) name)`;
}
