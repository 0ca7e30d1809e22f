import { sql } from "kysely";
import { PROVIDER_NAMES } from "../oauth/provider-table.ts";

/** Before the name of a token's issuer, where its groups are told from those of providers that people sign in with. */
export const THIRD_PARTY = "third-party:";

/** The name of the directory (SCIM) as a source of groups. */
export const SCIM = "scim";

/** Before the id that the directory has for a group, which is told from the names of groups by it. */
const SCIM_ID = "id:";
/** PostgreSQL makes the Turkish capital İ an `i`, too. */
const LIKE_SCIM_ID = new RegExp(`^${SCIM_ID.replace("i", "[iİ]")}`, "i");

/** Whether a group of the directory must not be called so: the name would be the id of a group. */
export function isLikeGroupId(displayName: string): boolean {
  return LIKE_SCIM_ID.test(displayName);
}

/**
 * Who is in which group of which identity provider, as the provider said it last: one row of `user_id`, `provider`,
 * `group_id` and `told_at` for each. A provider's groups are a list of names, or one name, in `groups` or
 * `custom_claims.groups` of the identity. What people say of themselves is not asked: only identities of outside
 * providers count. A directory says it with each change: `told_at` is when the user was added, and the group is named by
 * its name or, as `id:…`, by the id that the directory has for it.
 */
export const externalGroups = sql<{ user_id: string; provider: string; group_id: string; told_at: Date | null }>`
  select i.user_id, i.provider, named.group_id, i.last_sign_in_at as told_at
  from auth.identities i
  cross join lateral (values (i.identity_data -> 'groups'), (i.identity_data #> '{custom_claims,groups}')) claim (groups)
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(claim.groups)
      when 'array' then claim.groups
      when 'string' then jsonb_build_array(claim.groups)
      else '[]'::jsonb
    end) named (group_id)
  where i.provider not in ('email', 'phone', 'anonymous', 'web3')
  union all
  select m.user_id, ${sql.lit(SCIM)}, named.group_id, m.added_at
  from vedette.scim_group_members m
  join vedette.scim_groups g on g.id = m.group_id
  cross join lateral (values (g.display_name), (${sql.lit(SCIM_ID)} || g.external_id)) named (group_id)
  where named.group_id is not null`;

/**
 * A regular expression of PostgreSQL and JavaScript, case ignored, for group names that read as `provider/group`. No
 * provider may call a group of its own so: it would name one of another.
 */
export const QUALIFIED_GROUP = `^((custom|sso|oidc|${THIRD_PARTY.slice(0, -1)}):|(${[SCIM, ...PROVIDER_NAMES].join("|")})/)`;

/** More than this in one token is no list of groups. */
const MAX_GROUPS = 1000;
const MAX_GROUP_LENGTH = 1024;

/** The groups that a checked token names, as {@link externalGroups} reads them of an identity. */
export function groupsOfClaims(claims: Readonly<Record<string, unknown>>): string[] {
  const { groups, custom_claims: custom } = claims;
  if (groups === undefined && custom === undefined) return [];
  const named = [groups, Reflect.get(Object(custom), "groups")].flat();
  const texts = named.filter((name) => typeof name === "string" && name.length <= MAX_GROUP_LENGTH);
  return texts.filter((name): name is string => !String(name).includes("\0")).slice(0, MAX_GROUPS);
}
