import { parseArgs } from "node:util";
import {
  databaseOptions,
  databaseSettings,
  keyRingSource,
  migrate,
  openDatabase,
  openKeyRing,
} from "@vedette/database";
import { type AdoptionPlan, identitySettings, planAdoption } from "@vedette/identity";
import type { SettingsOf } from "@vedette/settings";
import { say } from "../console.ts";
import { MIGRATIONS } from "../migrations.ts";
import { readSettings } from "../operator-file.ts";
import { CommandError } from "../start-failure.ts";

/** `vedette migrate adopt`: takes over a database that Supabase Auth has used. */
export async function adopt(args: readonly string[]): Promise<number> {
  const flags = readArguments(args);
  const settings = readSettings(process.env);
  const stored = settings.of(databaseSettings);
  const auth = settings.of(identitySettings);
  const keyRing = openKeyRing(keyRingSource(stored));
  await using db = await openDatabase(databaseOptions(stored));
  const plan = await planAdoption(db, keyRing);
  const problems = [
    ...plan.problems,
    ...(plan.isNewerThanKnown && flags["strict-schema"]
      ? [`the schema is at ${plan.level}, which is newer than this version knows`]
      : []),
  ];
  if (flags.json) say.out(JSON.stringify({ ...plan, problems, dry_run: flags["dry-run"] ?? false }, undefined, 2));
  else for (const line of [...describe(plan), ...warningsOf(plan, auth)]) say.out(line);
  if (problems.length > 0) {
    for (const problem of problems) say.error(`Cannot take it over: ${problem}.`);
    say.error("Nothing has been changed.");
    return 1;
  }
  if (flags["dry-run"]) {
    if (!flags.json) say.out("Nothing has been changed; without --dry-run it would be.");
    return 0;
  }
  await migrate(db, MIGRATIONS);
  if (!flags.json) say.out("Taken over. Start Vedette with the same settings: vedette start");
  return 0;
}

function describe({ level, counts, passwords, sealedBy, added, unknownColumns, isAdopted }: AdoptionPlan): string[] {
  const kinds = Object.entries(passwords).map(([kind, users]) => `${users} ${kind}`);
  return [
    `Schema auth of Supabase Auth at ${level ?? "no level"}${isAdopted ? ", taken over before" : ""}`,
    `  users           ${counts.users} (passwords: ${kinds.join(", ") || "none"})`,
    `  identities      ${counts.identities}`,
    `  sessions        ${counts.sessions}, ${counts.refreshTokens} refresh tokens in rows of their own`,
    `  second factors  ${counts.factors}`,
    `  codes and links ${counts.oneTimeTokens}`,
    `  audit entries   ${counts.auditEntries}`,
    ...sealedBy.map(
      ({ keyId, secrets, isKnown }) =>
        `  sealed with ${keyId}: ${secrets}${isKnown ? "" : ", and this key is not configured"}`,
    ),
    ...(added.length === 0 ? [] : [`To be added to auth, as later releases of it do: ${added.join(", ")}`]),
    ...(unknownColumns.length === 0 ? [] : [`Left alone: ${unknownColumns.join(", ")}`]),
  ];
}

type AuthSettings = SettingsOf<typeof identitySettings>;

function warningsOf(plan: AdoptionPlan, auth: AuthSettings): string[] {
  const { isNewerThanKnown, level, passwords } = plan;
  const hasKey = auth["auth.jwt_secret"] !== "" || auth["auth.jwt_keys"] !== "";
  return [
    ...(isNewerThanKnown
      ? [`Warning: ${level} is newer than this version knows; --strict-schema would refuse it`]
      : []),
    ...collisionsOf(plan),
    ...(passwords["unknown"] === undefined
      ? []
      : [`Warning: ${passwords["unknown"]} users have a password in a form that is not known; they need a new one`]),
    ...(hasKey
      ? []
      : [
          "Warning: neither VEDETTE_JWT_SECRET nor VEDETTE_JWT_KEYS is set: access tokens that are out are refused until they are refreshed",
        ]),
    ...farewellsOf(plan, auth),
  ];
}

const MAX_LISTED = 20;

function collisionsOf({ collisions }: AdoptionPlan): string[] {
  const listed = collisions
    .slice(0, MAX_LISTED)
    .map(({ address, userIds }) => `  ${address}: users ${userIds.join(", ")}; only the first can sign in with it`);
  if (collisions.length === 0) return [];
  const more = collisions.length - listed.length;
  return [
    `Warning: ${collisions.length} addresses belong to several users, because they differ in upper and lower case or in a leading plus:`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}

/** What is tidied up here one day and has perhaps never been before. */
function farewellsOf({ counts }: AdoptionPlan, auth: AuthSettings): string[] {
  if (!auth["auth.cleanup.enabled"]) return [];
  const days = auth["auth.audit_log.retention_days"];
  const age = auth["auth.cleanup.anonymous_users_after"];
  const isKept = !/[1-9]/.test(String(age));
  return [
    ...(counts.auditEntries === 0 || days === 0
      ? []
      : [
          `Note: the ${counts.auditEntries} audit entries go when they are ${days} days old, the first of them in ${days} days; VEDETTE_AUDIT_LOG_RETENTION_DAYS=0 keeps them all`,
        ]),
    ...(counts.anonymousUsers === 0 || isKept
      ? []
      : [
          `Note: ${counts.anonymousUsers} users are anonymous; those whom nobody has seen for ${age} go, the first of them in ${age}; VEDETTE_DB_CLEANUP_ANONYMOUS_USERS_AFTER=0 keeps them all`,
        ]),
  ];
}

function readArguments(args: readonly string[]) {
  const options = {
    "dry-run": { type: "boolean" },
    "strict-schema": { type: "boolean" },
    json: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : "migrate adopt was called wrongly", {
      cause: error,
    });
  }
}
