import { queryOptions } from "@tanstack/react-query";
import { askIdentity } from "./identity.ts";
import { maybe } from "./like.ts";
import { followPreferences, type Preferences } from "./preferences.ts";
import { request } from "./request.ts";
import { isReadOnly } from "./ui-settings.ts";

export type Role = "None" | "Viewer" | "Editor" | "Admin";

/** The person who is signed in. */
export interface CurrentUser {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly login: string;
  readonly role: Role;
  readonly isServerAdmin: boolean;
  /** What they may do to anything at all, as the table of permissions names it. */
  readonly actions: readonly string[];
  /** What they chose about their pages; absent for those of whom the server keeps nothing. */
  readonly preferences?: Preferences;
  /** The second factor that the session still needs; until `required`, it works without. */
  readonly missingFactor?: { readonly kind: "grace"; readonly endsAt: string } | { readonly kind: "required" };
  /** The server refuses every change, whoever asks for it: pages offer none. */
  readonly isReadOnly: boolean;
}

export const currentUserQuery = queryOptions({
  queryKey: ["user"],
  queryFn: async ({ signal, client }) => {
    const user = request<Omit<CurrentUser, "isReadOnly">>("/api/user", {
      signal,
      signedOut: "throw",
      like: { uid: "", email: "", actions: [""] },
    });
    const [person, readOnly] = await Promise.all([user, isReadOnly(client)]);
    if (person.preferences !== undefined) followPreferences(person.uid, person.preferences);
    return { ...person, isReadOnly: readOnly };
  },
  staleTime: 60_000,
});

/** The uid that this browser is signed in as now, whatever the page knows; `null` for nobody's. */
export async function whoIsSignedIn(signal: AbortSignal): Promise<string | null> {
  const { uid } = await request<{ readonly uid: string | null }>("/api/login/person", {
    signal,
    signedOut: "throw",
    like: { uid: maybe("") },
  });
  return uid;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Makes a browser session out of the access token that a mail's link carried. */
export function signInByToken(bearer: string): Promise<void> {
  return request("/api/login", { method: "POST", body: {}, bearer, signedOut: "throw" });
}

export function signOut(): Promise<void> {
  return request("/api/logout", { method: "POST", body: {}, signedOut: "throw" });
}

export interface SetUp extends Credentials {
  /** The one-time code of the set-up link. */
  readonly code: string;
  readonly name?: string;
}

export function setUp(administrator: SetUp): Promise<void> {
  return request("/api/setup", { method: "POST", body: administrator, signedOut: "throw" });
}

export function signUp(credentials: Credentials, confirmPage: string): Promise<unknown> {
  return askIdentity<unknown>("signup", {
    method: "POST",
    query: { redirect_to: confirmPage },
    body: credentials,
    like: { id: "" },
    orLike: { access_token: "" },
  });
}

export function setPassword(bearer: string, password: string): Promise<unknown> {
  return request<unknown>("/auth/v1/user", {
    method: "PUT",
    body: { password },
    bearer,
    like: { id: "" },
    signedOut: "throw",
  });
}

/** Changes the token hash of a mail's link, which works once, into an access token. */
export async function redeemTokenHash(tokenHash: string, type: string): Promise<string> {
  const session = await request<{ readonly access_token: string }>("/auth/v1/verify", {
    method: "POST",
    body: { token_hash: tokenHash, type },
    like: { access_token: "" },
    orLike: { msg: "" },
    signedOut: "throw",
  });
  return session.access_token;
}

/** Whether somebody may do so to anything at all: what of it is theirs, the server decides. */
export function may({ actions }: CurrentUser, action: string): boolean {
  return actions.includes(action);
}

/** As {@link may}, of what the pages offer to change. */
export function mayDo(user: CurrentUser, action: string): boolean {
  return may(user, action) && !user.isReadOnly;
}
