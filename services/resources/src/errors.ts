import type { Action } from "./access/permissions.ts";

/**
 * Every refusal of this service. `reason` is the word that Kubernetes clients decide by; the reference page is made
 * from this table.
 */
export const RESOURCE_ERRORS = {
  request_invalid: { status: 400, reason: "BadRequest", message: "The request cannot be understood." },
  object_invalid: { status: 400, reason: "Invalid", message: "The object is not valid." },
  selector_invalid: { status: 400, reason: "BadRequest", message: "The selector cannot be understood." },
  continue_invalid: {
    status: 400,
    reason: "BadRequest",
    message: "The continue token is not one of this list. Begin without it.",
  },
  continue_expired: {
    status: 410,
    reason: "Expired",
    message: "The continue token is too old. Begin the list again without it.",
  },
  version_expired: { status: 410, reason: "Expired", message: "That version is no longer kept." },
  version_unknown: { status: 504, reason: "Timeout", message: "That resourceVersion does not exist yet." },
  not_allowed: { status: 403, reason: "Forbidden", message: "You may not do this." },
  second_factor_required: {
    status: 403,
    reason: "Forbidden",
    message: "Your role or sign-in method requires a second factor. Add one, or sign in with it.",
  },
  sign_in_required: {
    status: 403,
    reason: "Forbidden",
    message: "This needs a session in which you signed in with this browser. Sign out and sign in again.",
  },
  cross_site: {
    status: 403,
    reason: "Forbidden",
    message: "A page of another site sent this request. Changes with a session cookie are taken from this site only.",
  },
  idempotency_mismatch: {
    status: 422,
    reason: "Invalid",
    message: "This Idempotency-Key came with another request before. Use a new one for each thing to be done.",
  },
  object_not_found: { status: 404, reason: "NotFound", message: "There is no object of this name." },
  object_exists: { status: 409, reason: "AlreadyExists", message: "An object of this name already exists." },
  title_taken: { status: 409, reason: "AlreadyExists", message: "Another object has this title. Choose another one." },
  version_conflict: {
    status: 409,
    reason: "Conflict",
    message: "the object has been modified; please apply your changes to the latest version and try again",
  },
  uid_conflict: {
    status: 409,
    reason: "Conflict",
    message: "the object was deleted and another one of the same name made since; load it again",
  },
  save_overtaken: {
    status: 412,
    reason: "Conflict",
    message: "The dashboard has been changed by someone else",
  },
  patch_invalid: { status: 400, reason: "BadRequest", message: "The patch cannot be understood." },
  patch_failed: { status: 422, reason: "Invalid", message: "The patch does not fit the object." },
  apply_conflict: {
    status: 409,
    reason: "Conflict",
    message: "Other managers own fields that would be changed. Leave them out, or apply with force.",
  },
  data_source_overtaken: {
    status: 409,
    reason: "Conflict",
    message: "Somebody saved a newer version of the data source. Load it and try again.",
  },
  team_not_found: { status: 404, reason: "NotFound", message: "Team not found" },
  team_overtaken: {
    status: 409,
    reason: "Conflict",
    message: "Somebody saved a newer version of the team. Load it and try again.",
  },
  group_not_found: { status: 404, reason: "NotFound", message: "Group not found in this team" },
  group_added: { status: 400, reason: "BadRequest", message: "Group is already added to this team" },
  member_not_found: { status: 404, reason: "NotFound", message: "This person is not in the team" },
  member_added: { status: 400, reason: "BadRequest", message: "User is already added to this team" },
  member_synced: {
    status: 400,
    reason: "BadRequest",
    message: "A group of the identity provider brings this person into the team: remove the group, or leave it there.",
  },
  user_not_found: { status: 404, reason: "NotFound", message: "There is no such person." },
  last_administrator: {
    status: 400,
    reason: "BadRequest",
    message: "This is the last administrator. Make somebody else one first.",
  },
  service_account_not_found: { status: 404, reason: "NotFound", message: "Service account not found" },
  token_not_found: { status: 404, reason: "NotFound", message: "Service account token not found" },
  personal_token_not_found: { status: 404, reason: "NotFound", message: "The person has no such token." },
  token_invalid: { status: 400, reason: "BadRequest", message: "The token's permissions cannot be understood." },
  token_beyond_account: {
    status: 400,
    reason: "BadRequest",
    message: "A token can do no more than its service account. Give the account what is missing first.",
  },
  token_beyond_person: {
    status: 400,
    reason: "BadRequest",
    message: "A token can do no more than the person whose it is.",
  },
  token_limit: {
    status: 409,
    reason: "Conflict",
    message: "There are as many tokens as a person can have. Revoke one that nobody needs.",
  },
  token_by_token: {
    status: 403,
    reason: "Forbidden",
    message: "A personal token makes no tokens. Sign in and make it on the pages.",
  },
  token_limited: {
    status: 403,
    reason: "Forbidden",
    message: "This token is limited to some permissions and cannot use its owner's account: use an unlimited token.",
  },
  token_narrowed: {
    status: 403,
    reason: "Forbidden",
    message: "A wall needs somebody who answers for it: a token with permissions of its own cannot.",
  },
  name_taken: { status: 409, reason: "AlreadyExists", message: "This name is taken. Choose another one." },
  role_not_found: { status: 404, reason: "NotFound", message: "Role not found" },
  role_invalid: { status: 400, reason: "BadRequest", message: "The role cannot be understood." },
  role_overtaken: {
    status: 409,
    reason: "Conflict",
    message: "Somebody saved a newer version of the role. Load it and try again.",
  },
  redirect_not_allowed: {
    status: 400,
    reason: "BadRequest",
    message: "A link may not lead there: the address is not on the list of allowed addresses.",
  },
  grant_refused: { status: 403, reason: "Forbidden", message: "Nobody can give away more than they may themselves." },
  folder_overtaken: {
    status: 412,
    reason: "Conflict",
    message: "The folder has been changed by someone else",
  },
  version_not_found: { status: 404, reason: "NotFound", message: "Dashboard version not found" },
  star_there: { status: 400, reason: "BadRequest", message: "The dashboard has a star already" },
  folder_invalid: { status: 400, reason: "Invalid", message: "The folder cannot be there." },
  read_only: { status: 403, reason: "Forbidden", message: "This object belongs to the server and cannot be changed." },
  setup_code_wrong: {
    status: 403,
    reason: "Forbidden",
    message: "This is not the code of the set-up link. Open the link that the server printed.",
  },
  setup_code_expired: {
    status: 410,
    reason: "Expired",
    message: "The set-up link is too old. Start the server again; it prints a new one.",
  },
  setup_closed: { status: 404, reason: "NotFound", message: "This watch room is set up already. Sign in." },
  sign_in_refused: { status: 401, reason: "Unauthorized", message: "Invalid email or password" },
  wall_code_wrong: {
    status: 404,
    reason: "NotFound",
    message: "No wall shows this code now. Codes last ten minutes; type the one that stands on the wall.",
  },
  wall_not_found: { status: 404, reason: "NotFound", message: "There is no such wall." },
  wall_overtaken: {
    status: 409,
    reason: "Conflict",
    message: "Somebody changed the wall in between. Load it and try again.",
  },
  wall_playlist_unknown: { status: 400, reason: "Invalid", message: "There is no playlist of this name." },
  wall_playlist_hidden: {
    status: 403,
    reason: "Forbidden",
    message: "You may not read this playlist, or a dashboard in it. Whoever answers for a wall may read what it shows.",
  },
  wall_playlist_large: {
    status: 400,
    reason: "Invalid",
    message:
      "This playlist stands for more than 500 dashboards, and a wall shows no more than these. Take items or tags out of it, or make several walls of it.",
  },
  wall_screen_unknown: {
    status: 404,
    reason: "NotFound",
    message: "The wall has told of no such screen. It tells of its screens before it sends their pictures.",
  },
  wall_pairings_full: {
    status: 429,
    reason: "TooManyRequests",
    message: "Too many walls wait to be paired. Pair those first, or wait ten minutes.",
  },
  snapshot_not_found: {
    status: 404,
    reason: "NotFound",
    message: "There is no such snapshot, it has expired, or it is not for you.",
  },
  snapshot_public_off: {
    status: 403,
    reason: "Forbidden",
    message: "Snapshots that anybody can see are switched off here (resources.snapshots.public).",
  },
  snapshot_age: { status: 400, reason: "Invalid", message: "Snapshots are not kept for so long." },
  snapshots_full: {
    status: 429,
    reason: "TooManyRequests",
    message: "You keep as many snapshots as there may be. Delete some first.",
  },
  annotation_not_found: { status: 404, reason: "NotFound", message: "There is no such annotation." },
  annotation_overtaken: {
    status: 409,
    reason: "Conflict",
    message: "Somebody changed the annotation in between. Load it and try again.",
  },
  annotations_full: {
    status: 429,
    reason: "TooManyRequests",
    message: "The dashboard has as many annotations as there may be. Delete some first.",
  },
  import_invalid: { status: 400, reason: "Invalid", message: "This is not a dashboard." },
} as const;

export type ResourceErrorCode = keyof typeof RESOURCE_ERRORS;

/** What is wrong with one field, in the words of Kubernetes. */
export interface FieldFault {
  readonly reason: "FieldValueRequired" | "FieldValueInvalid" | "FieldValueNotSupported" | "FieldManagerConflict";
  /** Where, e.g. `spec.items[0].type`. */
  readonly field: string;
  readonly message: string;
}

/** Which object a refusal is about; `plural` and `group` as in its address. */
export interface Subject {
  readonly kind: string;
  readonly plural: string;
  readonly group: string;
  readonly name: string;
  readonly uid?: string;
}

/** A refusal that is safe to show: `code` is stable, `message` is for people, `cause` is for the log only. */
export class ResourceError extends Error {
  readonly code: ResourceErrorCode;
  readonly subject: Subject | undefined;
  readonly faults: readonly FieldFault[];

  constructor(
    code: ResourceErrorCode,
    options: { detail?: string; cause?: unknown; subject?: Subject; faults?: readonly FieldFault[] } = {},
  ) {
    super(options.detail ?? RESOURCE_ERRORS[code].message, { cause: options.cause });
    this.name = "ResourceError";
    this.code = code;
    this.subject = options.subject;
    this.faults = options.faults ?? [];
  }
}

/** The refusal of somebody who lacks a permission: it says which, and who can grant it. */
export function lacking(action: Action, subject?: Subject): ResourceError {
  const detail = lackingWords(action);
  return new ResourceError("not_allowed", { detail, ...(subject === undefined ? {} : { subject }) });
}

/** The same of somebody who may hold it, but not on all that is asked for. */
export function lackingOn(action: Action, scope: string): ResourceError {
  return new ResourceError("not_allowed", { detail: lackingWords(`${action} (${scope})`) });
}

function lackingWords(permission: string): string {
  return `You may not do this. It takes the permission ${permission}, which an administrator can grant.`;
}
