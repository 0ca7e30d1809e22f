import { PERMISSIONS } from "@vedette/resources";
import { CALLER_NAMES, CALLERS, isAllowed } from "../../test/permissions/callers.ts";
import { routeList } from "../../test/permissions/route-table.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  open: "No credential is needed. Some routes still check a code, a password or a credential in the body.",
  "signed-in": "Any caller that the server can identify.",
  "as-wall": "A wall, by its key.",
  user: "A user, by the access token of their own session.",
  "user-or-program": "A user, or an OAuth client that the user granted access.",
  admin: "An administrator: secret key, JWT with an admin role, or administrator token (`identity:write`).",
  "admin-of-user": "As `admin`; the administrator must hold every permission of the user that is changed.",
  "admin-of-settings": "As `admin`; an administrator token needs `identity.settings:write`.",
  "secret-key": "The secret key.",
  configure:
    "The secret key or the token of the configuration endpoint; an administrator token, a personal token or a service account token with `identity.settings:write`.",
  directory: "A directory, by the SCIM token.",
  "metrics:read": "As `datasources:query` on the built-in data source.",
};

/** The page of every route with its permission and the kinds of callers that it accepts. */
export function routeReference(): string {
  const routes = routeList();
  const sections = [...new Set(routes.map(({ permission }) => permission))].flatMap((permission) => {
    const rows = routes
      .filter((route) => route.permission === permission)
      .map(({ method, path }) => `| \`${method} ${path}\` | ${allowedAt(permission, `${method} ${path}`)} |`);
    return [
      `## ${permission}`,
      "",
      meaningOf(permission),
      "",
      "| Route | Accepted callers |",
      "|---|---|",
      ...rows,
      "",
    ];
  });
  return [
    "# Routes",
    "",
    "Every route of the server, grouped by the permission that it declares, with the kinds of callers that it accepts. A test",
    "sends a request of each kind of caller to each route and compares the result with this table. For routes that name an",
    "object, the permission must also cover the object.",
    "",
    "| Caller | Credential |",
    "|---|---|",
    ...CALLER_NAMES.map((name) => `| ${name} | ${CALLERS[name].doc} |`),
    "",
    ...sections,
  ].join("\n");
}

function meaningOf(permission: string): string {
  const meaning = MEANINGS[permission];
  if (meaning !== undefined) return meaning;
  const { doc, role } = Object.entries(PERMISSIONS).find(([action]) => action === permission)?.[1] ?? {};
  return `${doc ?? ""} Basic role: ${role ?? ""}.`;
}

function allowedAt(permission: string, route: string): string {
  const allowed = CALLER_NAMES.filter((name) => isAllowed(name, { permission, route }));
  if (allowed.length === CALLER_NAMES.length) return "all";
  return allowed.length === 0 ? "session cookie of the web UI" : allowed.join(", ");
}
