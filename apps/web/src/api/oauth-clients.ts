import { queryOptions } from "@tanstack/react-query";
import { asAdministrator, askIdentity } from "./identity.ts";
import type { SecretAuthor } from "./secret-author.ts";

/** A program that may sign people in here. */
export interface OAuthClient extends SecretAuthor {
  readonly client_id: string;
  /** Only in the answer that made it. */
  readonly client_secret?: string;
  readonly client_name: string;
  readonly client_type: "public" | "confidential";
  readonly registration_type: "dynamic" | "manual";
  readonly redirect_uris: readonly string[];
  readonly created_at: string;
}

/** What is said of a new program. */
export interface NewOAuthClient {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
}

/** The address by which programs know this server. */
export const issuerQuery = queryOptions({
  queryKey: ["oauth-issuer"],
  queryFn: async ({ signal }) =>
    (
      await askIdentity<{ readonly issuer: string }>(".well-known/openid-configuration", {
        signal,
        like: { issuer: "" },
      })
    ).issuer,
});

const CLIENTS = "admin/oauth/clients";
/** More than a team has; the newest come first. */
const MOST = 1000;

export const oauthClientsQuery = queryOptions({
  queryKey: ["oauth-clients"],
  queryFn: async ({ signal }) => {
    const query = { per_page: MOST };
    return (
      await asAdministrator<{ readonly clients: readonly OAuthClient[] }>(CLIENTS, {
        signal,
        query,
        like: { clients: [{ client_id: "", client_name: "", redirect_uris: [""], created_at: "" }] },
      })
    ).clients;
  },
});

export function addOAuthClient(client: NewOAuthClient): Promise<OAuthClient> {
  return asAdministrator(CLIENTS, { method: "POST", body: client, like: { client_id: "" } });
}

export function renewClientSecret(id: string): Promise<OAuthClient> {
  return asAdministrator(`${CLIENTS}/${id}/regenerate_secret`, { method: "POST", body: {}, like: { client_id: "" } });
}

export function removeOAuthClient(id: string): Promise<void> {
  return asAdministrator(`${CLIENTS}/${id}`, { method: "DELETE" });
}
