import { setImmediate as turnOfOthers } from "node:timers/promises";
import { exportOwnData } from "@vedette/identity";
import { sql } from "kysely";
import type { Caller } from "../access/caller.ts";
import { rolesOf } from "../access/memberships.ts";
import type { Store } from "../objects/store.ts";
import { readPreferences } from "../preferences/preferences.ts";
import type { Resources } from "../resources.ts";
import { listPersonalTokens } from "../service-accounts/personal-tokens.ts";
import { teamsOfUser } from "../teams/teams.ts";

/** Newest rows of each kind that an export holds; `truncated` names the kinds that have more. */
const MOST_ROWS = 5_000;
/** Bytes of drafts that an export holds: each can be as large as two dashboards. */
const MOST_DRAFT_BYTES = 32 * 1024 * 1024;
const NAMESPACE = "default";

/**
 * Reads everything that is stored about a user, in one document for a file: account, role, teams, preferences, stars,
 * API tokens, annotations, snapshots, drafts, written objects and the audit log. Tokens and secrets are not part of it.
 *
 * @returns JSON
 */
export async function readOwnData(resources: Resources, { uid }: Caller): Promise<string> {
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
  const drafts = await readDrafts(db, author);
  if (drafts.isCut) truncated.push("drafts");
  const own = await exportOwnData(identity, uid);
  const teams = await teamsOfUser(resources, NAMESPACE, { uid });
  const rest = JSON.stringify({
    exported_at: new Date().toISOString(),
    account: own?.account,
    role: (await rolesOf(db, [uid])).get(uid) ?? resources.settings["resources.default_role"],
    teams: teams.map(({ uid: team, name }) => ({ uid: team, name })),
    preferences: await readPreferences(db, uid),
    api_tokens: await listPersonalTokens(db, uid),
    ...Object.fromEntries(shown),
    truncated: own?.isTruncated === true ? ["account.audit_log", ...truncated] : truncated,
  });
  return `${rest.slice(0, -1)},"drafts":[${drafts.texts.join(",")}]}`;
}

/** Drafts are stored as the JSON text that the browser sent; no more of it is read than the export holds. */
async function readDrafts(
  db: Store,
  owner: string,
): Promise<{ readonly texts: readonly string[]; readonly isCut: boolean }> {
  const drafts = db.selectFrom("vedette.drafts").where("owner", "=", owner);
  const listed = await drafts
    .select(["dashboard_uid", "changed_at", sql<number>`octet_length(content)`.as("bytes")])
    .orderBy("changed_at", "desc")
    .execute();
  const texts: string[] = [];
  let left = MOST_DRAFT_BYTES;
  for (const { bytes, ...draft } of listed) {
    left -= bytes;
    if (left < 0) return { texts, isCut: true };
    const row = await drafts.select("content").where("dashboard_uid", "=", draft.dashboard_uid).executeTakeFirst();
    if (row !== undefined) texts.push(`${JSON.stringify(draft).slice(0, -1)},"dashboard":${row.content}}`);
    await turnOfOthers();
  }
  return { texts, isCut: false };
}
