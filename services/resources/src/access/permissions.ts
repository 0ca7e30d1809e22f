/** What can be done to what; the words of the resource API's permission tables. */
export const ACTIONS = [
  "dashboards:create",
  "dashboards:read",
  "dashboards:write",
  "dashboards:delete",
  "playlists:read",
  "playlists:write",
  "datasources:read",
  "datasources:query",
  "datasources:create",
  "datasources:write",
  "datasources:delete",
  "folders:read",
  "users:read",
  "users:write",
  "mails:read",
  "identity:write",
  "walls:read",
  "walls:write",
] as const;

export type Action = (typeof ACTIONS)[number];

/** What people can be in the organisation. */
export const ROLES = ["None", "Viewer", "Editor", "Admin"] as const;

export type Role = (typeof ROLES)[number];

/** One thing that somebody may do: an action on the objects that the scope covers. */
export interface Permission {
  readonly action: Action;
  /** `*`, or `dashboards:uid:x`, or with `*` at its end: `dashboards:*`. */
  readonly scope: string;
}

/** What a request wants: one action on an object; any one of the scopes suffices. */
export interface Need {
  readonly action: Action;
  readonly scopes: readonly string[];
}

const VIEWER: readonly Action[] = ["dashboards:read", "folders:read", "playlists:read", "datasources:query"];
const EDITOR: readonly Action[] = [
  ...VIEWER,
  "dashboards:create",
  "dashboards:write",
  "dashboards:delete",
  "playlists:write",
  "walls:read",
];

/** Roles hold their actions with the scope `*`. */
const ROLE_ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  None: [],
  Viewer: VIEWER,
  Editor: EDITOR,
  Admin: ACTIONS,
};

export function permissionsOfRole(role: Role): Permission[] {
  return ROLE_ACTIONS[role].map((action) => ({ action, scope: "*" }));
}

/** Whether any held permission satisfies any of the needs. */
export function isAllowed(held: readonly Permission[], needs: readonly Need[]): boolean {
  return needs.some(({ action, scopes }) =>
    held.some((permission) => permission.action === action && scopes.some((scope) => covers(permission.scope, scope))),
  );
}

/** Whether there is any object at all for which the action is held: without, a request is refused unread. */
export function holdsAction(held: readonly Permission[], action: Action): boolean {
  return held.some((permission) => permission.action === action);
}

function covers(held: string, wanted: string): boolean {
  if (held === wanted) return true;
  return held.endsWith("*") && wanted.startsWith(held.slice(0, -1));
}
