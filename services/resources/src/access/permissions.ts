/** What people can be in the organisation; each one may do all that those before it may. */
export const ROLES = ["None", "Viewer", "Editor", "Admin"] as const;

export type Role = (typeof ROLES)[number];

/** Who can hold roles and permissions beside what a basic role brings. */
export type SubjectKind = "user" | "service-account" | "team" | "basic-role";

/**
 * What can be done to what, in the words of the resource API's permission tables, and the least basic role that may
 * do it everywhere. The reference page is made from this table.
 */
export const PERMISSIONS = {
  "dashboards:read": { role: "Viewer", doc: "See dashboards, their pictures and their history." },
  "dashboards:create": { role: "Editor", doc: "Make dashboards in a folder." },
  "dashboards:write": { role: "Editor", doc: "Change dashboards." },
  "dashboards:delete": { role: "Editor", doc: "Remove dashboards." },
  "dashboards.permissions:read": { role: "Admin", doc: "See who may do what with a dashboard." },
  "dashboards.permissions:write": { role: "Admin", doc: "Say who may do what with a dashboard." },
  "snapshots:read": { role: "Viewer", doc: "See snapshots of dashboards that are for everybody who is signed in." },
  "snapshots:create": { role: "Editor", doc: "Take snapshots of dashboards, and delete one's own." },
  "snapshots:delete": { role: "Admin", doc: "See and delete the snapshots of others." },
  "folders:read": { role: "Viewer", doc: "See folders." },
  "folders:create": { role: "Editor", doc: "Make folders." },
  "folders:write": { role: "Editor", doc: "Rename and move folders." },
  "folders:delete": { role: "Editor", doc: "Remove folders with all that lies in them." },
  "folders.permissions:read": { role: "Admin", doc: "See who may do what in a folder." },
  "folders.permissions:write": { role: "Admin", doc: "Say who may do what in a folder." },
  "playlists:read": { role: "Viewer", doc: "See and play playlists." },
  "playlists:write": { role: "Editor", doc: "Make, change and remove playlists." },
  "walls:read": { role: "Editor", doc: "See the walls, what they show and how they are." },
  "walls:write": { role: "Admin", doc: "Let walls in, say what they play, and let them go." },
  "datasources:query": { role: "Viewer", doc: "Ask data sources for series." },
  "datasources:read": { role: "Admin", doc: "See where data sources are." },
  "datasources:create": { role: "Admin", doc: "Add data sources." },
  "datasources:write": { role: "Admin", doc: "Change data sources." },
  "datasources:delete": { role: "Admin", doc: "Remove data sources." },
  "metrics:write": { role: "Admin", doc: "Send samples to the built-in store." },
  "metrics:admin": { role: "Admin", doc: "Delete samples from the built-in store." },
  "teams:read": { role: "Admin", doc: "See teams and who is in them." },
  "teams:create": { role: "Admin", doc: "Make teams." },
  "teams:write": { role: "Admin", doc: "Rename teams." },
  "teams:delete": { role: "Admin", doc: "Remove teams." },
  "teams.permissions:read": { role: "Admin", doc: "See the external groups of teams." },
  "teams.permissions:write": { role: "Admin", doc: "Change the members, external groups and roles of teams." },
  "serviceaccounts:read": { role: "Admin", doc: "See service accounts and the names of their tokens." },
  "serviceaccounts:create": { role: "Admin", doc: "Make service accounts." },
  "serviceaccounts:write": { role: "Admin", doc: "Change service accounts, make and revoke their tokens." },
  "serviceaccounts:delete": { role: "Admin", doc: "Remove service accounts." },
  "roles:read": { role: "Admin", doc: "See custom roles and who has them." },
  "roles:write": { role: "Admin", doc: "Make and change custom roles, and give them to people." },
  "roles:delete": { role: "Admin", doc: "Remove custom roles." },
  "users:read": { role: "Admin", doc: "See the people of the organisation." },
  "users:write": { role: "Admin", doc: "Invite people and give them a basic role." },
  "audit:read": { role: "Admin", doc: "Read and export the audit log of resources." },
  "settings:read": { role: "Admin", doc: "See version, store, jobs and packages of the server." },
  "mails:read": {
    role: "Admin",
    doc: "Read the built-in mail inbox. Equivalent to Admin: the messages contain sign-in links.",
  },
  "identity:write": {
    role: "Admin",
    doc: "Create, change and delete users who have no permission that the administrator lacks.",
  },
  "identity.settings:write": {
    role: "Admin",
    doc: "Change sign-in settings, providers, hooks and signing keys. Equivalent to Admin: these settings allow signing in as any user.",
  },
} as const satisfies Readonly<Record<string, { readonly role: Role; readonly doc: string }>>;

export type Action = keyof typeof PERMISSIONS;

const ACTIONS: readonly Action[] = Object.keys(PERMISSIONS).filter(isAction);

export function isAction(text: string): text is Action {
  return Object.hasOwn(PERMISSIONS, text);
}

/** What a holder of these permissions may administer at /auth/v1. */
export function authorityWith(held: readonly Permission[]): "users" | "everything" | undefined {
  if (isAllowed(held, [{ action: "identity.settings:write", scopes: ["identity.settings:*"] }])) return "everything";
  return isAllowed(held, [{ action: "identity:write", scopes: ["identity:*"] }]) ? "users" : undefined;
}

/** One thing that somebody may do: an action on the objects that the scope covers. */
export interface Permission {
  readonly action: Action;
  /** `*`, or `dashboards:uid:x`, or with `*` at its end: `dashboards:*`; of series also a part, by a selector. */
  readonly scope: string;
}

/** What a request wants: one action on an object; any one of the scopes suffices. */
export interface Need {
  readonly action: Action;
  readonly scopes: readonly string[];
}

const ALL_BY_ROLE: ReadonlyMap<Role, readonly Permission[]> = new Map(
  ROLES.map((role) => [
    role,
    ACTIONS.filter((action) => reaches(role, action)).map((action) => ({ action, scope: "*" })),
  ]),
);

function reaches(role: Role, action: Action): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[action].role);
}

/** Roles hold their actions with the scope `*`. */
export function permissionsOfRole(role: Role): readonly Permission[] {
  return ALL_BY_ROLE.get(role) ?? [];
}

/** Whether any held permission satisfies any of the needs. */
export function isAllowed(held: readonly Permission[], needs: readonly Need[]): boolean {
  return needs.some(({ action, scopes }) =>
    held.some(
      (permission) => permission.action === action && scopes.some((scope) => coversScope(permission.scope, scope)),
    ),
  );
}

/** Whether there is any object at all for which the action is held: without, a request is refused unread. */
export function holdsAction(held: readonly Permission[], action: Action): boolean {
  return held.some((permission) => permission.action === action);
}

/** Whether a scope that somebody holds reaches one that is wanted. */
export function coversScope(held: string, wanted: string): boolean {
  if (held === wanted) return true;
  return held.endsWith("*") && wanted.startsWith(held.slice(0, -1));
}
