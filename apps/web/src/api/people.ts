import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dayStart } from "./day-start.ts";
import { asAdministrator } from "./identity.ts";
import type { Like } from "./like.ts";
import { publicPath } from "./public-path.ts";
import { request } from "./request.ts";
import type { Role } from "./user.ts";

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly state: "confirmed" | "unconfirmed" | "invited" | "banned";
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  /** Empty when there is none. */
  readonly phone: string;
  readonly providers: readonly string[];
  /** When somebody who had been invited came. */
  readonly acceptedAt?: string;
  /** When the link of the newest invitation stops working. */
  readonly invitedUntil?: string;
}

/** What people can be filtered by. */
export const PERSON_FILTERS = ["confirmed", "unconfirmed", "invited", "banned", "anonymous", "sso"] as const;

export type PersonFilter = (typeof PERSON_FILTERS)[number];

/** What invitations can be filtered by; `invited` are those nobody has come by yet. */
export const INVITATION_STATES = ["invited", "pending", "expired", "accepted"] as const;

type InvitationState = (typeof INVITATION_STATES)[number];

/** Whom a list is about; what is empty leaves nobody out. */
export interface PeopleFilter {
  readonly query: string;
  readonly state?: PersonFilter | InvitationState | undefined;
  readonly provider?: string;
  /** Days as `2026-11-23`, both included. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly signedInFrom?: string;
  readonly signedInTo?: string;
}

interface PeoplePage extends PeopleFilter {
  readonly page: number;
  /** Rows of a page. */
  readonly perpage: number;
}

interface FoundPeople {
  readonly totalCount: number;
  readonly users: readonly Person[];
}

const FOUND_LIKE: Like<FoundPeople> = {
  totalCount: 0,
  users: [
    { uid: "", email: "", name: "", role: "None", state: "confirmed", createdAt: "", phone: "", providers: [""] },
  ],
};

export function peopleQuery(search: PeoplePage) {
  return queryOptions({
    queryKey: ["people", search],
    queryFn: ({ signal }) => askForPeople(search, signal),
    placeholderData: keepPreviousData,
  });
}

function askForPeople({ provider, ...search }: PeoplePage, signal?: AbortSignal): Promise<FoundPeople> {
  const { createdFrom = "", createdTo = "", signedInFrom = "", signedInTo = "" } = search;
  const spans = {
    createdFrom: dayStart(createdFrom),
    createdTo: dayStart(createdTo, 1),
    signedInFrom: dayStart(signedInFrom),
    signedInTo: dayStart(signedInTo, 1),
  };
  const query = { ...search, ...spans, provider: provider || undefined };
  return request<FoundPeople>("/api/users", { query, ...(signal && { signal }), like: FOUND_LIKE });
}

/** The most people that one file is made of. */
export const MOST_EXPORTED = 50_000;
const EXPORTED_AT_ONCE = 500;

/** Everybody whom a filter finds, up to {@link MOST_EXPORTED}, fetched a page at a time. */
export async function everybody(filter: PeopleFilter): Promise<readonly Person[]> {
  // Whoever signs up meanwhile moves those behind them, who then come twice.
  const byUid = new Map<string, Person>();
  for (let page = 1; page <= MOST_EXPORTED / EXPORTED_AT_ONCE; page += 1) {
    const { users } = await askForPeople({ ...filter, page, perpage: EXPORTED_AT_ONCE });
    for (const person of users) byUid.set(person.uid, person);
    if (users.length < EXPORTED_AT_ONCE) break;
  }
  return [...byUid.values()];
}

/** What people here can sign in with. */
export const providersInUseQuery = queryOptions({
  queryKey: ["people", "providers"],
  queryFn: ({ signal }) => request<readonly string[]>("/api/users/providers", { signal, like: [""] }),
});

export interface Invitation {
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
  /** Kept of somebody new in `user_metadata`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where the link leads; refused where the list of addresses does not allow it. */
  readonly redirectTo?: string;
}

/** A new link for somebody who was invited; no mail is sent, and the one before works no more. */
export async function invitationLink(email: string): Promise<string> {
  const body = { type: "invite", email, redirect_to: `${location.origin}${publicPath()}/join` };
  const { action_link } = await asAdministrator<{ readonly action_link: string }>("admin/generate_link", {
    method: "POST",
    body,
    like: { action_link: "" },
  });
  return action_link;
}

export function invite(invitation: Invitation): Promise<void> {
  return request("/api/org/invites", { method: "POST", body: invitation });
}

export function basicRoleQuery(uid: string) {
  return queryOptions({
    queryKey: ["people", "role", uid],
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly role: Role }>(`/api/users/${encodeURIComponent(uid)}`, {
          signal,
          like: { role: "None" },
        })
      ).role,
  });
}

export function changeBasicRole(uid: string, role: Role): Promise<void> {
  return request(`/api/org/users/${encodeURIComponent(uid)}`, { method: "PATCH", body: { role } });
}
