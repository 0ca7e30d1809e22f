import { PERMISSIONS, ROLES } from "@vedette/resources";

type Role = (typeof ROLES)[number];

/** A kind of caller: one way of being known to the server, with the permissions that it brings. */
export interface CallerKind {
  readonly doc: string;
  /** The basic role at /api, /apis and /prometheus; absent where the credential identifies no one there. */
  readonly role?: Role;
  /** Actions in addition to those of the basic role. */
  readonly actions?: readonly string[];
  /** The permissions of /auth/v1 and /v1 that the credential has. */
  readonly identity?: readonly string[];
  readonly isWall?: boolean;
  /** Whether the caller acts as a user and not as a program. */
  readonly isPerson?: boolean;
}

const ADMINISTRATION = ["admin", "admin-of-user", "admin-of-settings"];
const SESSION = { identity: ["user", "user-or-program"], isPerson: true };

/** What the custom role of the test holds. */
export const CUSTOM_ACTIONS = ["playlists:write", "users:read"];

export const CALLERS = {
  anonymous: { doc: "no credential" },
  publishable: { doc: "publishable key" },
  secret: { doc: "secret key", role: "Admin", identity: [...ADMINISTRATION, "secret-key", "configure"] },
  none: { doc: "access token of a user with role None", role: "None", ...SESSION },
  viewer: { doc: "access token of a Viewer", role: "Viewer", ...SESSION },
  editor: { doc: "access token of an Editor", role: "Editor", ...SESSION },
  admin: { doc: "access token of an Admin", role: "Admin", ...SESSION },
  custom: { doc: "access token of a user with a custom role", role: "None", actions: CUSTOM_ACTIONS, ...SESSION },
  serviceAccount: { doc: "token of a service account with role Editor", role: "Editor" },
  narrowedToken: {
    doc: "personal token of an Admin, narrowed to roles:read",
    role: "None",
    actions: ["roles:read"],
    isPerson: true,
  },
  thirdParty: { doc: "token of a third-party issuer, default role Viewer", role: "Viewer", isPerson: true },
  wall: { doc: "wall key", isWall: true },
  administratorToken: { doc: "administrator token of an Admin", identity: [...ADMINISTRATION, "configure"] },
  adminJwt: { doc: "JWT with an admin role", role: "Admin", identity: ADMINISTRATION },
  oauth: { doc: "access token of an OAuth client", identity: ["user-or-program"] },
  scim: { doc: "SCIM token", identity: ["directory"] },
  expired: { doc: "expired access token of an Admin" },
  revoked: { doc: "access token of an Admin after sign-out" },
  banned: { doc: "access token of a banned Admin" },
} as const satisfies Readonly<Record<string, CallerKind>>;

export type CallerName = keyof typeof CALLERS;

export const CALLER_NAMES = Object.keys(CALLERS).filter((name): name is CallerName => Object.hasOwn(CALLERS, name));

/** What a wall can use: lists, which show it the part that its playlist needs, and queries of its dashboards. */
const WALL_ROUTES: ReadonlySet<string> = new Set([
  "GET /api/annotations",
  "GET /api/annotations/:id",
  "GET /api/dashboard/snapshots",
  "GET /api/dashboards/tags",
  "GET /api/dashboards/views",
  "GET /api/search",
  "GET /api/snapshots/:key",
  "GET /apis/dashboard.vedette.app/v1/dashboards",
  "GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards",
  "GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/search",
  "GET /api/datasources",
  "GET /api/playlists",
  "GET /apis/playlist.vedette.app/v1/namespaces/:namespace/playlists",
  "GET /apis/playlist.vedette.app/v1/playlists",
]);

/** Routes whose rule is narrower than the permission that they declare. */
const NARROWED: ReadonlyMap<string, (caller: CallerKind) => boolean> = new Map<string, (caller: CallerKind) => boolean>(
  [
    // Open routes that decide on their own.
    ["GET /metrics", ({ identity = [] }) => identity.includes("secret-key")],
    ["GET /api/login/ping", ({ role, isWall = false }) => role !== undefined || isWall],
    ["GET /auth/v1/oauth/userinfo", ({ identity = [] }) => identity.includes("user-or-program")],
    ["POST /auth/v1/oauth/userinfo", ({ identity = [] }) => identity.includes("user-or-program")],
    [
      "GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:uid/image",
      (caller) => holds(caller, "dashboards:read"),
    ],
    // For pages with their cookie; every caller here sends a bearer token.
    ["POST /api/login/administrator-token", () => false],
    ["POST /api/login/token", () => false],
    ["GET /api/user/tokens", () => false],
    ["POST /api/user/tokens", () => false],
    ["DELETE /api/user/tokens/:tokenId", () => false],
    // Users have preferences, programs have none.
    ["GET /api/user/preferences", ({ isPerson = false }) => isPerson],
    ["PATCH /api/user/preferences", ({ isPerson = false }) => isPerson],
    ["POST /api/user/stars/dashboard/uid/:uid", (caller) => holds(caller, "dashboards:read")],
    ["DELETE /api/user/stars/dashboard/uid/:uid", (caller) => holds(caller, "dashboards:read")],
  ],
);

/** The rule from which every cell of the matrix follows. */
export function isAllowed(name: CallerName, { permission, route }: { permission: string; route: string }): boolean {
  const caller: CallerKind = CALLERS[name];
  const narrowed = NARROWED.get(route);
  if (narrowed !== undefined && !narrowed(caller)) return false;
  if (permission === "open") return true;
  if (caller.isWall === true) return permission === "as-wall" || permission === "signed-in" || WALL_ROUTES.has(route);
  if (permission === "signed-in") return caller.role !== undefined;
  if (permission === "metrics:read") return holds(caller, "datasources:query");
  if (isAction(permission)) return holds(caller, permission);
  return caller.identity?.includes(permission) ?? false;
}

function holds({ role, actions = [] }: CallerKind, action: keyof typeof PERMISSIONS): boolean {
  if (role === undefined) return false;
  return actions.includes(action) || ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[action].role);
}

function isAction(permission: string): permission is keyof typeof PERMISSIONS {
  return Object.hasOwn(PERMISSIONS, permission);
}
