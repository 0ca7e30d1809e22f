import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Like, maybe } from "./like.ts";
import { request } from "./request.ts";
import type { RolePermission } from "./roles.ts";
import type { Role } from "./user.ts";

export interface ServiceAccount {
  readonly id: number;
  readonly name: string;
  readonly login: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly tokens: number;
}

export interface ServiceToken {
  readonly id: number;
  readonly name: string;
  readonly created: string;
  readonly expiration: string | null;
  readonly lastUsedAt: string | null;
  /** Network address; empty for one that was never used. */
  readonly lastUsedFrom: string;
  /** Nobody has used it for 90 days. */
  readonly isForgotten: boolean;
  readonly hasExpired: boolean;
  /** The part of what its account may that it is for; `null` for all of it. */
  readonly permissions: readonly RolePermission[] | null;
}

export const TOKEN_LIKE: Like<ServiceToken> = {
  id: 0,
  name: "",
  created: "",
  lastUsedFrom: "",
  permissions: maybe([{ action: "", scope: "" }]),
};

/** A new token as it is sent. */
export interface TokenDraft {
  readonly name: string;
  /** 0 for one that never ends. */
  readonly secondsToLive: number;
  /** `undefined` for all that its owner may. */
  readonly permissions: readonly RolePermission[] | undefined;
}

/** A token and the account whose it is. */
export interface OwnedToken extends ServiceToken {
  readonly accountId: number;
  readonly account: string;
  readonly role: Role;
  readonly isDisabled: boolean;
}

export function serviceAccountsQuery(search: { query: string; page: number; perpage: number }) {
  return queryOptions({
    queryKey: ["service-accounts", "list", search],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly serviceAccounts: readonly ServiceAccount[] }>(
        "/api/serviceaccounts/search",
        {
          query: { ...search },
          signal,
          like: { totalCount: 0, serviceAccounts: [{ id: 0, name: "", login: "", role: "None", tokens: 0 }] },
        },
      ),
    placeholderData: keepPreviousData,
  });
}

export function serviceAccountQuery(id: string) {
  return queryOptions({
    queryKey: ["service-accounts", id],
    queryFn: ({ signal }) => request<ServiceAccount>(pathOf(id), { signal, like: { name: "", login: "" } }),
  });
}

export function serviceTokensQuery(id: string) {
  return queryOptions({
    queryKey: ["service-accounts", id, "tokens"],
    queryFn: ({ signal }) => request<readonly ServiceToken[]>(`${pathOf(id)}/tokens`, { signal, like: [TOKEN_LIKE] }),
  });
}

/** The tokens of all accounts. */
export function allTokensQuery(search: { query: string; page: number; perpage: number }) {
  return queryOptions({
    queryKey: ["service-accounts", "tokens", search],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly tokens: readonly OwnedToken[] }>("/api/serviceaccounts/tokens", {
        query: { ...search },
        signal,
        like: { totalCount: 0, tokens: [{ ...TOKEN_LIKE, accountId: 0, account: "", role: "None" }] },
      }),
    placeholderData: keepPreviousData,
  });
}

export function makeServiceAccount(draft: { name: string; role: Role }): Promise<ServiceAccount> {
  return request("/api/serviceaccounts", { method: "POST", body: draft, like: { id: 0 } });
}

export function changeServiceAccount(id: string, change: { role?: Role; isDisabled?: boolean }): Promise<void> {
  return request(pathOf(id), { method: "PATCH", body: change });
}

export function deleteServiceAccount(id: string): Promise<void> {
  return request(pathOf(id), { method: "DELETE" });
}

/** The key is in this answer only. */
export function makeServiceToken(id: string, draft: TokenDraft): Promise<{ readonly key: string }> {
  return request(`${pathOf(id)}/tokens`, { method: "POST", body: draft, like: { key: "" } });
}

export function deleteServiceToken(id: string, tokenId: number): Promise<void> {
  return request(`${pathOf(id)}/tokens/${tokenId}`, { method: "DELETE" });
}

function pathOf(id: string): string {
  return `/api/serviceaccounts/${encodeURIComponent(id)}`;
}
