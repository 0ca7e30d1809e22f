/**
 * A real OpenID provider as a program of its own: it signs in whoever comes, as one person. Its options come as JSON in
 * its first argument; it says where it is in its first line, and each grant in a further one.
 */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import OpenIdProvider from "oidc-provider";

const {
  callbacks,
  afterLogout,
  groups = [],
  hidesGroups = false,
  secret,
  person,
} = JSON.parse(process.argv[2] ?? "{}");

const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const { privateKey } = await generateKeyPair("RS256", { extractable: true });

const provider = new OpenIdProvider(issuer, {
  clients: [
    {
      client_id: "watch-room",
      ...(secret === undefined ? { token_endpoint_auth_method: "none" } : { client_secret: secret }),
      redirect_uris: callbacks,
      post_logout_redirect_uris: [afterLogout],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
  cookies: { keys: ["a key of a test"] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      // Somebody who presses "yes" at once.
      logoutSource: async (ctx, form) => {
        ctx.body = `<!doctype html>${form}<button form="op.logoutForm" name="logout" value="yes">yes</button>`;
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  claims: { openid: ["sub"], profile: ["name", "groups"], email: ["email", "email_verified"] },
  scopes: ["openid", "profile", "email", "offline_access"],
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  findAccount: async (_ctx, accountId) => ({
    accountId,
    claims: async (use) => ({ ...person, ...(hidesGroups && use === "id_token" ? {} : { groups }) }),
  }),
});
provider.on("grant.success", ({ oidc }) => process.stdout.write(`${oidc.params.grant_type}\n`));

const answer = provider.callback();
server.on("request", (request, response) => {
  if (request.url.startsWith("/interaction/")) void signIn(request, response);
  else void answer(request, response);
});
process.stdout.write(`${issuer}\n`);

async function signIn(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
