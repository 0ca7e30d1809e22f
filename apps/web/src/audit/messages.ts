import type { AuditRow } from "../api/audit.ts";
import { translatedLater } from "../messages/translated-later.ts";

/** The texts of the audit log. */
export const texts = translatedLater("audit", {
  title: "Audit",
  tabs: { accounts: "Sign-ins and accounts", changes: "Dashboards, teams and walls" },
  search: "By whom: address or name",
  target: "On whom or what",
  from: "From",
  to: "Until",
  onlyThese: "Only such events",
  /** Who is nobody in particular, with what to look for. */
  actors: {
    "secret-key": (name: string) => `Secret key (${name})`,
    "admin-token": (name: string) => `Token of an administrator's role (${name})`,
    server: (name: string) => `The server itself (${name})`,
  },
  action: "Event",
  live: "Live",
  csv: "CSV",
  lines: "JSON lines",
  empty: "Nothing has happened yet",
  emptyText: "What people do and change appears here.",
  noMatchText: (filters: string) => `No event matches “${filters}”.`,
  columns: { time: "When", actor: "By whom", action: "What", target: "On what", address: "From" },
  details: "Details",
  noDetails: "none",
  request: "Request",
  changed: { setting: "Field", before: "Before", after: "After", empty: "empty", on: "on", off: "off" },
  secrets: { set: "secret, was set", changed: "secret, was replaced", removed: "secret, was removed" },
  /** Of the sign-in service, by their codes. */
  events: {
    login: "Signed in",
    logout: "Signed out",
    invite_accepted: "Accepted an invitation",
    user_signedup: "Signed up",
    user_invited: "Invited somebody",
    user_deleted: "Deleted an account",
    users_exported: "Exported people",
    user_modified: "Changed an account",
    user_recovery_requested: "Asked for a new password",
    user_reauthenticate_requested: "Asked for a code to prove it is them",
    user_confirmation_requested: "Asked for a confirmation",
    user_repeated_signup: "Signed up once more",
    user_updated_password: "Changed the password",
    token_revoked: "Token revoked",
    token_refreshed: "Session renewed",
    factor_in_progress: "Began to add a second factor",
    factor_enrolled: "Second factor added",
    factor_unenrolled: "Second factor removed",
    challenge_created: "Asked for a second factor",
    verification_attempted: "Second factor tried",
    factor_deleted: "Second factor deleted",
    factor_updated: "Second factor changed",
    identity_linked: "Way to sign in added",
    identity_unlinked: "Way to sign in removed",
    passkey_created: "Passkey added",
    passkey_updated: "Passkey changed",
    passkey_deleted: "Passkey deleted",
    hook_failed: "Hook failed, request refused",
    setting_changed: "Settings changed",
    oauth_provider_created: "Provider added",
    oauth_provider_updated: "Provider changed",
    oauth_provider_deleted: "Provider deleted",
    signing_key_created: "Signing key made",
    signing_key_updated: "Signing key changed",
    signing_key_deleted: "Signing key deleted",
    sso_provider_created: "Single sign-on added",
    sso_provider_updated: "Single sign-on changed",
    sso_provider_deleted: "Single sign-on deleted",
    scim_group_created: "Directory group created",
    scim_group_updated: "Directory group changed",
    scim_group_deleted: "Directory group deleted",
    oauth_client_created: "Program registered",
    oauth_client_updated: "Program changed",
    oauth_client_deleted: "Program deleted",
    oauth_client_secret_regenerated: "New secret of a program",
    oauth_consent_granted: "Let a program in",
    oauth_consent_denied: "Let a program not in",
    oauth_consent_revoked: "Took back what a program may",
  },
  /** Of everything else: the part before the last point of `teams.members.add`, and that after it. */
  kinds: {
    dashboards: "Dashboard",
    folders: "Folder",
    playlists: "Playlist",
    datasources: "Data source",
    teams: "Team",
    "teams.members": "Member of a team",
    "teams.groups": "Group of a team",
    walls: "Wall",
    snapshots: "Snapshot",
    annotations: "Annotation",
    roles: "Role",
    users: "Person",
    "users.token": "Personal token",
    serviceaccounts: "Service account",
    "serviceaccounts.token": "Token of a service account",
    setup: "Set-up",
  },
  acts: {
    create: "made",
    update: "changed",
    delete: "deleted",
    add: "added",
    remove: "removed",
    assign: "given",
    unassign: "taken away",
    permissions: "permissions changed",
    pair: "paired",
    command: "was told something",
    display: "what screens show changed",
    invite: "invited",
    role: "basic role changed",
    complete: "done",
  },
} as const);

/** What was done, in words; as the log has it where it is not known. */
export function actionText(action: string): string {
  const events: Readonly<Record<string, string>> = texts.events;
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const acts: Readonly<Record<string, string>> = texts.acts;
  const end = action.lastIndexOf(".");
  const [kind, act] = [kinds[action.slice(0, end)], acts[action.slice(end + 1)]];
  if (kind !== undefined && act !== undefined) return `${kind}: ${act}`;
  return events[action] ?? action.replaceAll("_", " ");
}

/** Who did it, in words. */
export function actorText({ actor, by }: Pick<AuditRow, "actor" | "by">): string {
  return by === "person" ? actor : texts.actors[by](actor);
}
