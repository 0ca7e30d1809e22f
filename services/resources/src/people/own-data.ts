import { exportOwnData } from "@vedette/identity";
import type { Caller } from "../access/caller.ts";
import { rolesOf } from "../access/memberships.ts";
import { readPreferences } from "../preferences/preferences.ts";
import type { Resources } from "../resources.ts";
import { listPersonalTokens } from "../service-accounts/personal-tokens.ts";
import { teamsOfUser } from "../teams/teams.ts";

/** Newest rows of each kind that an export holds; `truncated` names the kinds that have more. */
const MOST_ROWS = 5_000;
const NAMESPACE = "default";

/**
 * Reads everything that is stored about a user, in one document for a file: account, role, teams, preferences, stars,
 * API tokens, annotations, snapshots, drafts, written objects and the audit log. Tokens and secrets are not part of it.
 */
export async function readOwnData(resources: Resources, { uid }: Caller): Promise<object> {
  const { db, identity } = resources;
  const author = `user:${uid}`;
  const kinds = {
    stars: await db
      .selectFrom("vedette.stars")
      .where("user_id", "=", uid)
      .select(["object_uid", "starred_at"])
      .limit(MOST_ROWS + 1)
      .execute(),
    annotations: await db
      .selectFrom("vedette.annotations")
      .where("created_by", "=", author)
      .select(["id", "dashboard_uid", "panel_id", "begins_at", "ends_at", "text", "tags", "created_at"])
      .orderBy("created_at", "desc")
      .limit(MOST_ROWS + 1)
      .execute(),
    snapshots: await db
      .selectFrom("vedette.snapshots")
      .where("created_by", "=", author)
      .select(["name", "audience", "dashboard_uid", "created_at", "expires_at"])
      .orderBy("created_at", "desc")
      .limit(MOST_ROWS + 1)
      .execute(),
    drafts: await db
      .selectFrom("vedette.drafts")
      .where("owner", "=", author)
      .select(["dashboard_uid", "changed_at", "content"])
      .limit(MOST_ROWS + 1)
      .execute()
      .then((drafts) => drafts.map(readableDraft)),
    objects: await db
      .selectFrom("vedette.object_versions")
      .where("created_by", "=", author)
      .where("superseded_at", "is", null)
      .where("is_deleted", "=", false)
      .select(["resource", "namespace", "name", "title", "created_at"])
      .orderBy("created_at", "desc")
      .limit(MOST_ROWS + 1)
      .execute(),
    audit_log: await db
      .selectFrom("vedette.audit_log")
      .where("actor", "=", author)
      .select(["at", "action", "target", "details", "address"])
      .orderBy("at", "desc")
      .limit(MOST_ROWS + 1)
      .execute(),
  };
  const shown = Object.entries(kinds).map(([kind, rows]) => [kind, rows.slice(0, MOST_ROWS)] as const);
  const truncated = Object.entries(kinds).flatMap(([kind, rows]) => (rows.length > MOST_ROWS ? [kind] : []));
  const own = await exportOwnData(identity, uid);
  const teams = await teamsOfUser(resources, NAMESPACE, { uid });
  return {
    exported_at: new Date().toISOString(),
    account: own?.account,
    role: (await rolesOf(db, [uid])).get(uid) ?? resources.settings["resources.default_role"],
    teams: teams.map(({ uid: team, name }) => ({ uid: team, name })),
    preferences: await readPreferences(db, uid),
    api_tokens: await listPersonalTokens(db, uid),
    ...Object.fromEntries(shown),
    truncated: own?.isTruncated === true ? ["account.audit_log", ...truncated] : truncated,
  };
}

/** Drafts are stored as the JSON text that the browser sent. */
function readableDraft({ content, ...draft }: { readonly content: string }) {
  const dashboard: unknown = JSON.parse(content);
  return { ...draft, dashboard };
}
