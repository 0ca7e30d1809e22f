import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTokenIssuer, type TokenIssuer } from "../services/identity/test/token-issuer.ts";
import { CALLER_NAMES, CALLERS, type CallerKind, type CallerName, isAllowed } from "./permissions/callers.ts";
import { type Credentials, createCallers, FIXED, send } from "./permissions/credentials.ts";
import { type InProcessServer, startInProcess } from "./permissions/in-process-server.ts";
import { routeList } from "./permissions/route-table.ts";

/** Routes that end the caller's session come last. */
const LAST = ["/auth/v1/sso/logout", "/api/logout"];
const ROUTE_LIST = routeList().toSorted((one, other) => LAST.indexOf(one.path) - LAST.indexOf(other.path));

let issuer: TokenIssuer;
let server: InProcessServer;
let credentialsOf: (caller: CallerName) => Credentials;
beforeAll(async () => {
  issuer = await startTokenIssuer("RS256");
  server = await startInProcess({
    ...FIXED,
    VEDETTE_SCIM_ENABLED: "true",
    VEDETTE_OAUTH_SERVER_ENABLED: "true",
    VEDETTE_PASSKEY_ENABLED: "true",
    VEDETTE_SAML_ENABLED: "true",
    VEDETTE_THIRD_PARTY_CLERK_ENABLED: "true",
    VEDETTE_THIRD_PARTY_CLERK_DOMAIN: "clerk.example.com",
    VEDETTE_THIRD_PARTY_CLERK_JWKS_URL: issuer.jwksUrl,
  });
  credentialsOf = await createCallers(server, issuer);
});
afterAll(async () => {
  issuer.close();
  await server[Symbol.asyncDispose]();
});

describe("the permission table", () => {
  it("lists every route with the permission that it declares", () => {
    const text = ({ permission, method, path }: (typeof ROUTE_LIST)[number]) => `${permission} ${method} ${path}`;
    const served = server.routes.filter(({ method }) => method !== "OPTIONS").map(text);

    expect(served.length).toBeGreaterThan(400);
    expect([...new Set(served)].toSorted()).toEqual(ROUTE_LIST.map(text).toSorted());
  });

  it.each(CALLER_NAMES)("decides what %s can do", async (caller) => {
    const wrong: string[] = [];
    for (const [at, row] of ROUTE_LIST.entries()) {
      const answer = await probe(caller, { ...row, at });
      const fault = faultOf(caller, row, answer);
      if (fault !== undefined) wrong.push(`${row.permission} ${row.method} ${row.path}: ${fault} ${answer.body}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What is wrong with an answer; `undefined` if it is the one of the table. */
function faultOf(caller: CallerName, { method, path, permission }: (typeof ROUTE_LIST)[number], answer: Answer) {
  const { statusCode: status } = answer;
  if (status === 500) return "500";
  const isExpected = isAllowed(caller, { permission, route: `${method} ${path}` });
  // What anyone can use can still ask for a password or a code.
  if (permission === "open" && isExpected) return undefined;
  if (isRefused(answer) === isExpected) return `${status}, which is ${isExpected ? "refused" : "allowed"},`;
  if (isExpected || !isResourceRoute(path)) return undefined;
  const { role, isWall = false }: CallerKind = CALLERS[caller];
  const isKnown = role !== undefined || isWall;
  return status === (isKnown ? 403 : 401) ? undefined : `${status} instead of ${isKnown ? 403 : 401}`;
}

const isResourceRoute = (path: string) => /^\/(?:apis?|openapi|prometheus)\b/.test(path);

type Answer = Awaited<ReturnType<typeof send>>;

/** Whether the caller was turned away, and not the body or id that it sent. */
function isRefused({ statusCode, body }: Answer): boolean {
  if (statusCode === 401) return true;
  if (statusCode !== 403) return false;
  const code: unknown = body.startsWith("{") ? JSON.parse(body).error_code : undefined;
  return (
    code === undefined ||
    ["no_authorization", "bad_jwt", "not_admin", "session_not_found", "user_banned"].includes(String(code))
  );
}

const NO_UUID = "11111111-1111-4111-8111-111111111111";

/** One request with a body that no route accepts and ids that no object has. */
async function probe(caller: CallerName, { method, path, at }: { method: string; path: string; at: number }) {
  const isCollection = method === "DELETE" && path.startsWith("/apis/") && !path.endsWith(":name");
  const url = path
    .replace(":namespace", "default")
    .replace(":ref", "default")
    .replace(/:(?:teamId|tokenId|version)/, "999")
    .replace(/:(?:name|uid|roleUid|key)\b/, path.startsWith("/api/users/") ? NO_UUID : "not-there")
    .replace(/:(?:id|part|userId)\b/g, /serviceaccounts|annotations|:uid\/|walls/.test(path) ? "999" : NO_UUID)
    .replace(/:\w+/g, "x")
    .replace("*", "x");
  const query = isCollection ? "?dryRun=All" : path === "/auth/v1/logout" ? "?scope=nowhere" : "";
  const isMerge = method === "PATCH" && path.startsWith("/apis/");
  return await send(server, {
    // By HEAD a stream ends that does not end otherwise.
    method: path === "/api/changes" ? "HEAD" : method,
    url: url + query,
    ...credentialsOf(caller),
    // Metrics are no JSON: without a body every type passes.
    body: ["GET", "HEAD", "DELETE"].includes(method) || path.startsWith("/prometheus") ? undefined : {},
    contentType: isMerge ? "application/merge-patch+json" : "application/json",
    // Limits count by address.
    from: `10.${CALLER_NAMES.indexOf(caller)}.${at >> 8}.${at & 255}`,
  });
}
