import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

/** What the provider says of a person, by the name under which they sign in. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A certified OpenID provider on this machine, with the addresses of a Keycloak realm. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** Lets a service take its answers; calling it again signs with new keys from now on. */
  serve(...redirectUris: readonly string[]): Promise<void>;
  /** The key that signs now, with its private part. */
  readonly key: () => JWK;
}

const ROUTES = {
  authorization: "/protocol/openid-connect/auth",
  token: "/protocol/openid-connect/token",
  userinfo: "/protocol/openid-connect/userinfo",
  jwks: "/protocol/openid-connect/certs",
};

export const ADA = {
  name: "Ada Lovelace",
  preferred_username: "ada",
  email: "ada@example.com",
  email_verified: true,
  groups: ["engines"],
};

/** Starts the provider on a free port. It ends with the test. */
export async function startOpenIdProvider(accounts?: Accounts): Promise<OpenIdProvider> {
  const provider = await openOpenIdProvider(accounts);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return provider;
}

/** Opens the provider on a free port. People sign in by their name alone. */
export async function openOpenIdProvider(accounts: Accounts = { ada: ADA }): Promise<OpenIdProvider & AsyncDisposable> {
  let provider: Provider | undefined;
  let key: JWK = {};
  const server = createServer((request, response) => {
    if (provider === undefined) response.writeHead(503).end();
    else if (request.url?.startsWith("/interaction/")) {
      interact(provider, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    } else provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  const issuer = `http://127.0.0.1:${address.port}`;
  const client = { clientId: "watch-room", secret: "a secret of the client" };
  return {
    issuer,
    ...client,
    key: () => key,
    async serve(...redirectUris) {
      key = await createKey();
      provider = new Provider(issuer, configurationOf({ ...client, redirectUris, accounts, key }));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: "RS256", use: "sig" };
}

interface Configured {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  readonly accounts: Accounts;
  readonly key: JWK;
}

function configurationOf({ clientId, secret, redirectUris, accounts, key }: Configured) {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [...redirectUris],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [key] },
    routes: ROUTES,
    claims: {
      openid: ["sub", "groups", "roles"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username", "picture"],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) =>
      accounts[id] && { accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) },
    issueRefreshToken: async () => true,
    cookies: { keys: ["of this run only"] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600, RefreshToken: 600 },
  };
}

/** Asks for a name and takes it for the truth; `login_hint` is taken without asking. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const typed = request.method === "POST" ? new URLSearchParams(await text(request)).get("name") : undefined;
  const name = typed ?? params["login_hint"];
  if (typed === "nobody") {
    const refusal = { error: "access_denied", error_description: "The person said no" };
    return provider.interactionFinished(request, response, refusal);
  }
  if (prompt.name === "login" && typeof name !== "string") {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<form method="post"><input name="name" aria-label="Name"><button>Sign in</button></form>');
    return;
  }
  if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId: name } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
