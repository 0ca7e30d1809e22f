import { queryOptions } from "@tanstack/react-query";
import { asUser } from "./identity.ts";

/** A program that signs people in here, as they are shown it. */
interface ShownProgram {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
  /** `dynamic`: it registered itself. */
  readonly registration_type: "dynamic" | "manual";
}

/** What a person is asked. */
export interface ConsentRequest {
  readonly authorization_id: string;
  readonly redirect_uri: string;
  readonly client: ShownProgram;
  readonly user: { readonly email: string };
  /** Separated by blanks. */
  readonly scope: string;
}

/** Where the browser goes on to. */
interface Onward {
  readonly redirect_url: string;
}

/** What a program asks for; or where it waits, when its person has agreed to that before. */
export const consentQuery = (authorizationId: string) =>
  queryOptions({
    queryKey: ["consent", authorizationId],
    queryFn: ({ signal }) =>
      asUser<ConsentRequest | Onward>(pathOf(authorizationId), {
        signal,
        like: { authorization_id: "", redirect_uri: "", client: { name: "" }, user: { email: "" }, scope: "" },
        orLike: { redirect_url: "" },
      }),
    // Asking a second time could find it answered.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Answers a program, and says where it waits. */
export async function answerProgram(authorizationId: string, action: "approve" | "deny"): Promise<string> {
  const path = `${pathOf(authorizationId)}/consent`;
  return (await asUser<Onward>(path, { method: "POST", body: { action }, like: { redirect_url: "" } })).redirect_url;
}

const pathOf = (authorizationId: string) => `oauth/authorizations/${encodeURIComponent(authorizationId)}`;

/** A program that the person has let in. */
export interface ProgramGrant {
  readonly client: ShownProgram;
  readonly scopes: readonly string[];
  readonly granted_at: string;
}

export const programGrantsQuery = queryOptions({
  queryKey: ["account", "programs"],
  queryFn: ({ signal }) =>
    asUser<readonly ProgramGrant[]>("user/oauth/grants", {
      signal,
      like: [{ client: { id: "", name: "" }, scopes: [""], granted_at: "" }],
    }),
});

export function revokeProgram(clientId: string): Promise<void> {
  return asUser("user/oauth/grants", { method: "DELETE", query: { client_id: clientId } });
}
