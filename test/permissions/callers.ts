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
  /** Whether the token is limited to some of the permissions of its owner. */
  readonly isLimited?: boolean;
  /** Where the page is that sends the session cookie, as `Sec-Fetch-Site` names it. */
  readonly cookieFrom?: "same-origin" | "cross-site";
}

const ADMINISTRATION = ["admin", "admin-of-user", "admin-of-settings"];
const SESSION = { identity: ["user", "user-or-program"], isPerson: true };

/** What the custom role of the test holds. */
export const CUSTOM_ACTIONS = ["playlists:write", "users:read"];

export const CALLERS = {
  anonymous: { doc: "no credential" },
  publishable: { doc: "publishable key" },
  // It expires first: a slow machine takes longer for all the others.
  administratorToken: { doc: "administrator token of an Admin", identity: [...ADMINISTRATION, "configure"] },
  secret: { doc: "secret key", role: "Admin", identity: [...ADMINISTRATION, "secret-key", "configure"] },
  none: { doc: "access token of a user with role None", role: "None", ...SESSION },
  viewer: { doc: "access token of a Viewer", role: "Viewer", ...SESSION },
  editor: { doc: "access token of an Editor", role: "Editor", ...SESSION },
  admin: { doc: "access token of an Admin", role: "Admin", ...SESSION },
  custom: { doc: "access token of a user with a custom role", role: "None", actions: CUSTOM_ACTIONS, ...SESSION },
  serviceAccount: { doc: "token of a service account with role Editor", role: "Editor" },
  narrowedToken: {
    doc: "personal token of an Admin, limited to roles:read",
    role: "None",
    actions: ["roles:read"],
    isPerson: true,
    isLimited: true,
  },
  personalToken: {
    doc: "personal token of an Admin",
    role: "Admin",
    identity: ["configure"],
    isPerson: true,
  },
  settingsToken: {
    doc: "personal token of an Admin, limited to identity.settings:write",
    role: "None",
    actions: ["identity.settings:write"],
    identity: ["configure"],
    isPerson: true,
    isLimited: true,
  },
  adminServiceAccount: { doc: "token of a service account with role Admin", role: "Admin", identity: ["configure"] },
  thirdParty: { doc: "token of a third-party issuer, default role Viewer", role: "Viewer", isPerson: true },
  wall: { doc: "wall key", isWall: true },
  adminJwt: { doc: "JWT with an admin role", role: "Admin", identity: ADMINISTRATION },
  oauth: { doc: "access token of an OAuth client", identity: ["user-or-program"] },
  scim: { doc: "SCIM token", identity: ["directory"] },
  expired: { doc: "expired access token of an Admin" },
  revoked: { doc: "access token of an Admin after sign-out" },
  banned: { doc: "access token of a banned Admin" },
  cookie: { doc: "session cookie of an Admin", role: "Admin", isPerson: true, cookieFrom: "same-origin" },
  foreignCookie: {
    doc: "session cookie of an Admin, sent by a page of another site",
    role: "Admin",
    isPerson: true,
    cookieFrom: "cross-site",
  },
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

const DRAFTS = [
  "GET /api/user/drafts",
  "GET /api/user/drafts/dashboards/:uid",
  "PUT /api/user/drafts/dashboards/:uid",
  "DELETE /api/user/drafts/dashboards/:uid",
];

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
    // For pages of the web UI, which have the session cookie.
    ["POST /api/login/administrator-token", hasCookie],
    ["POST /api/login/token", hasCookie],
    ["GET /api/user/tokens", hasCookie],
    ["POST /api/user/tokens", hasCookie],
    ["DELETE /api/user/tokens/:tokenId", hasCookie],
    // Only users have an account, and tokens limited to some permissions cannot use it.
    ["GET /api/user/export", isUnlimitedPerson],
    ["GET /api/user/preferences", isUnlimitedPerson],
    ["PATCH /api/user/preferences", isUnlimitedPerson],
    ["GET /api/user/stars", isUnlimited],
    ["POST /api/user/stars/dashboard/uid/:uid", (caller) => isUnlimited(caller) && holds(caller, "dashboards:read")],
    ["DELETE /api/user/stars/dashboard/uid/:uid", (caller) => isUnlimited(caller) && holds(caller, "dashboards:read")],
    ["GET /api/user/teams", isUnlimited],
    ...DRAFTS.map((route) => [route, isUnlimited] as const),
  ],
);

function hasCookie({ cookieFrom }: CallerKind): boolean {
  return cookieFrom !== undefined;
}

function isUnlimited({ isLimited = false }: CallerKind): boolean {
  return !isLimited;
}

function isUnlimitedPerson({ isPerson = false, isLimited = false }: CallerKind): boolean {
  return isPerson && !isLimited;
}

/** The rule from which every cell of the matrix follows. */
export function isAllowed(name: CallerName, { permission, route }: { permission: string; route: string }): boolean {
  const caller: CallerKind = CALLERS[name];
  const narrowed = NARROWED.get(route);
  if (narrowed !== undefined && !narrowed(caller)) return false;
  if (permission === "open") return true;
  if (caller.cookieFrom === "cross-site" && !/^(?:GET|HEAD) /.test(route)) return false;
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
