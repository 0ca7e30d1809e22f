import { CREDENTIALS, SURFACES, type Surface } from "@vedette/http";
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
    "[Routes](routes.md) lists the permission of every route.",
    "",
    "## Credentials",
    "",
    "Each credential is accepted by some parts of the API and rejected by all others.",
    "",
    "| Credential | Accepted by |",
    "|---|---|",
    ...Object.values(CREDENTIALS).map(({ doc, surfaces }) => `| ${doc} | ${acceptedBy(surfaces)} |`),
    "",
    "## Limits of a permission",
    "",
    "- **Granting.** Roles, custom roles, team memberships, groups of teams, service accounts, tokens and permissions on folders",
    "  and dashboards can only be granted by a caller who holds every permission that they bring.",
    "- **Users.** With `identity:write`, a user can create, change or delete another user, or make a sign-in link for them, only",
    "  if they hold every permission of that user. A new user has the default role. Setting an admin role",
    "  (`auth.jwt_admin_roles`) or the identities of an external provider needs `identity.settings:write`.",
    "- **Equivalent to Admin.** `identity.settings:write` and `mails:read` can be used to sign in as any user: grant them like",
    "  the role Admin. So can the secret key, the token of the configuration endpoint, the SCIM token (for the users of its",
    "  directory) and a JWT with an admin role.",
    "- **Administrator tokens** (`POST /api/login/administrator-token`) are accepted at `/auth/v1` and `/v1` alone, for five",
    "  minutes and as long as the session and the permission last.",
    "- **Data sources.** Credentials belong to the URL in the server's settings: changing a data source never sends them",
    "  elsewhere.",
    "- **Walls** run with the permissions of the user who admitted them, for one playlist and read-only.",
    "",
  ].join("\n");
}

function acceptedBy(surfaces: readonly Surface[]): string {
  return surfaces.length === 0 ? "none; identifies no one" : surfaces.map((surface) => SURFACES[surface]).join("; ");
}
