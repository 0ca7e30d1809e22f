/** Parts of the API that accept credentials. */
export type Surface =
  | "account"
  | "account-read"
  | "administration"
  | "user-export"
  | "directory"
  | "configuration"
  | "resources"
  | "metrics";

interface CredentialKind {
  readonly doc: string;
  readonly surfaces: readonly Surface[];
}

const ACCOUNT = ["account", "account-read"] as const;
const DATA = ["resources", "metrics"] as const;

/** Every kind of credential and the surfaces that accept it. Authentication reads this table; so does the reference page. */
export const CREDENTIALS = {
  "access-token": { doc: "Access token of a user's session", surfaces: [...ACCOUNT, ...DATA] },
  cookie: { doc: "Session cookie of the web UI", surfaces: DATA },
  "oauth-access-token": { doc: "Access token that a user granted to an OAuth client", surfaces: ["account-read"] },
  "third-party-token": { doc: "Token of a third-party issuer", surfaces: DATA },
  "administrator-token": {
    doc: "Administrator token of a page of the web UI",
    surfaces: ["administration", "configuration"],
  },
  "admin-role-token": { doc: "JWT with an admin role", surfaces: ["administration", ...DATA] },
  "secret-key": { doc: "Secret key", surfaces: ["administration", "user-export", "configuration", ...DATA] },
  "publishable-key": { doc: "Publishable key", surfaces: [] },
  "management-token": { doc: "Token of the configuration endpoint", surfaces: ["configuration"] },
  "scim-token": { doc: "SCIM token of a directory", surfaces: ["directory"] },
  "service-account-token": { doc: "Token of a service account", surfaces: ["configuration", ...DATA] },
  "personal-token": { doc: "Personal token of a user", surfaces: ["configuration", ...DATA] },
  "wall-key": { doc: "Key of a wall", surfaces: DATA },
} as const satisfies Readonly<Record<string, CredentialKind>>;

export type Credential = keyof typeof CREDENTIALS;

/** Where each surface is. */
export const SURFACES: Readonly<Record<Surface, string>> = {
  account: "`/auth/v1`, the user's own account",
  "account-read": "`/auth/v1/user`, `/auth/v1/oauth/userinfo`, read-only",
  administration: "`/auth/v1/admin`, `/auth/v1/invite`",
  "user-export": "`/auth/v1/admin/users/export`",
  directory: "`/auth/v1/scim/v2`",
  configuration: "`/v1/projects`",
  resources: "`/api`, `/apis`, `/openapi`",
  metrics: "`/prometheus`, `/v1/metrics`",
};

export function isAccepted(credential: Credential, surface: Surface): boolean {
  const { surfaces }: CredentialKind = CREDENTIALS[credential];
  return surfaces.includes(surface);
}
