import { sql } from "kysely";

/**
 * Who is in which group of an identity provider, as the provider said it last: one row of `user_id` and `group_id` for
 * each. A provider's groups are a list of names, or one name, in `groups` or `custom_claims.groups` of the identity.
 * What people say of themselves is not asked: only identities of outside providers count.
 */
export const externalGroups = sql<{ user_id: string; group_id: string }>`
  select i.user_id, named.group_id
  from auth.identities i
  cross join lateral (values (i.identity_data -> 'groups'), (i.identity_data #> '{custom_claims,groups}')) claim (groups)
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(claim.groups)
      when 'array' then claim.groups
      when 'string' then jsonb_build_array(claim.groups)
      else '[]'::jsonb
    end) named (group_id)
  where i.provider not in ('email', 'phone', 'anonymous', 'web3')`;
