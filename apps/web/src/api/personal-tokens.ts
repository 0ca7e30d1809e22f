import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";
import { PERMISSIONS_LIKE } from "./roles.ts";
import { type ServiceToken, TOKEN_LIKE, type TokenDraft } from "./service-accounts.ts";

/** The tokens that whoever is signed in has made for themself. */
export const ownTokensQuery = queryOptions({
  queryKey: ["tokens", "own"],
  queryFn: ({ signal }) => request<readonly ServiceToken[]>("/api/user/tokens", { signal, like: [TOKEN_LIKE] }),
});

/** What whoever is signed in may do: each action with the objects that it is allowed on. */
export const ownPermissionsQuery = queryOptions({
  queryKey: ["roles", "own", "permissions"],
  queryFn: ({ signal }) =>
    request<Readonly<Record<string, readonly string[]>>>("/api/access-control/user/permissions", {
      signal,
      like: PERMISSIONS_LIKE,
    }),
});

/** The key is in this answer only. */
export function makeOwnToken(draft: TokenDraft): Promise<{ readonly key: string }> {
  return request("/api/user/tokens", { method: "POST", body: draft, like: { key: "" } });
}

export function revokeOwnToken(tokenId: number): Promise<void> {
  return request(`/api/user/tokens/${tokenId}`, { method: "DELETE" });
}

/** Somebody else's tokens, as an administrator sees them. */
export function personsTokensQuery(id: string) {
  return queryOptions({
    queryKey: ["tokens", id],
    queryFn: ({ signal }) =>
      request<readonly ServiceToken[]>(`/api/users/${id}/tokens`, { signal, like: [TOKEN_LIKE] }),
  });
}

export function revokePersonsToken(id: string, tokenId: number): Promise<void> {
  return request(`/api/users/${id}/tokens/${tokenId}`, { method: "DELETE" });
}
