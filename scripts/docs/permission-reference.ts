import { PERMISSIONS } from "@vedette/resources";

/** The page of every action that permissions name. */
export function permissionReference(): string {
  const rows = Object.entries(PERMISSIONS).map(([action, { role, doc }]) => `| \`${action}\` | ${role} | ${doc} |`);
  return [
    "# Permissions",
    "",
    "A permission is an action and a scope. Everybody has the actions of their basic role (and of those before it) with the",
    "scope `*`; custom roles and grants on folders and dashboards add to that. Scopes: `*`, `dashboards:*`,",
    "`dashboards:uid:<name>`, `folders:*`, `folders:uid:<name>` (reaches all that lies in the folder; `general` is the root),",
    "`teams:*`, `teams:id:<number>`, `datasources:uid:<name>`, `playlists:uid:<name>`; for `datasources:query` also a part of",
    'the built-in store\'s series: `datasources:uid:vedette{namespace="shop"}`.',
    "",
    "| Action | Basic role | What it allows |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
