import { queryOptions } from "@tanstack/react-query";
import { ACCOUNT_LIKE, type OwnSession, SESSION_LIKE } from "./account.ts";
import { ApiError } from "./api-error.ts";
import { type Account, asAdministrator } from "./identity.ts";
import { request } from "./request.ts";
import { PERMISSIONS_LIKE } from "./roles.ts";

/** Somebody else's account, as an administrator sees it. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: ["people", "one", id],
    queryFn: ({ signal }) => asAdministrator<Account>(`admin/users/${id}`, { signal, like: ACCOUNT_LIKE }),
  });
}

/** What an administrator may change about somebody. */
export interface PersonChange {
  /** A duration such as `24h`; `none` lets them in again. */
  readonly ban_duration?: string;
  readonly email_confirm?: true;
  readonly app_metadata?: unknown;
  readonly user_metadata?: unknown;
  /** What was read of the metadata's members, `null` for none: nothing is changed when one is another by now. */
  readonly seen?: { readonly app_metadata: unknown; readonly user_metadata: unknown };
}

/** Whether somebody changed the person between loading and saving. */
export function isPersonOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "user_overtaken";
}

/** @throws ApiError of `isPersonOvertaken` */
export function changePerson(id: string, change: PersonChange): Promise<Account> {
  return asAdministrator<Account>(`admin/users/${id}`, { method: "PUT", body: change, like: ACCOUNT_LIKE });
}

/** A hundred years: until an administrator says otherwise. */
const FOR_GOOD = "876000h";

/** No sign-in works from now on, and what is open ends. */
export function lockOut(id: string): Promise<Account> {
  return changePerson(id, { ban_duration: FOR_GOOD });
}

export function letIn(id: string): Promise<Account> {
  return changePerson(id, { ban_duration: "none" });
}

export function deletePerson(id: string): Promise<void> {
  return asAdministrator(`admin/users/${id}`, { method: "DELETE", body: {} });
}

export function removePersonsFactor(id: string, factor: string): Promise<unknown> {
  return asAdministrator<unknown>(`admin/users/${id}/factors/${factor}`, { method: "DELETE", like: { id: "" } });
}

/** Where somebody is signed in, the newest first. */
export function personsSessionsQuery(id: string) {
  return queryOptions({
    queryKey: ["people", "sessions", id],
    queryFn: ({ signal }) =>
      asAdministrator<readonly OwnSession[]>(`admin/users/${id}/sessions`, { signal, like: [SESSION_LIKE] }),
  });
}

export function endPersonsSession(id: string, session: string): Promise<void> {
  return asAdministrator(`admin/users/${id}/sessions/${session}`, { method: "DELETE" });
}

export function endPersonsSessions(id: string): Promise<void> {
  return asAdministrator(`admin/users/${id}/sessions`, { method: "DELETE" });
}

/** Lets somebody sign in by an account of a provider: its name there, and that of the provider. */
export function linkPersonsIdentity(
  id: string,
  account: { readonly provider: string; readonly provider_id: string },
): Promise<unknown> {
  return asAdministrator<unknown>(`admin/users/${id}/identities`, { method: "POST", body: account, like: { id: "" } });
}

export function unlinkPersonsIdentity(id: string, identity: string): Promise<void> {
  return asAdministrator(`admin/users/${id}/identities/${identity}`, { method: "DELETE" });
}

/** What somebody may do: each action with the objects that it is allowed on. */
export function personsPermissionsQuery(id: string) {
  return queryOptions({
    queryKey: ["roles", "users", id, "permissions"],
    queryFn: ({ signal }) =>
      request<Readonly<Record<string, readonly string[]>>>(`/api/access-control/users/${id}/permissions`, {
        signal,
        like: PERMISSIONS_LIKE,
      }),
  });
}
