import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import { type Caller, requireInteractiveSession } from "../access/caller.ts";
import type { Resources } from "../resources.ts";
import { addPersonalToken, listPersonalTokens, removePersonalToken } from "../service-accounts/personal-tokens.ts";
import { authorOfRequest } from "./author.ts";
import { NUMBER, readTokenWish, TokenBody, tokenView } from "./token-body.ts";

const TokenId = Type.String({ pattern: NUMBER, maxLength: 18 });
const UserId = Type.String({ format: "uuid" });

/** What a token lives that says nothing of it: 30 days. */
const USUAL_SECONDS_TO_LIVE = 2_592_000;

/**
 * /api/user/tokens: the personal tokens of the caller. Users list, create and revoke them in the web UI, in a session that
 * they signed in to there; an access token or a personal token is not enough.
 */
export const ownTokenRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  const config = { permission: SIGNED_IN, isOwnAccount: true };
  // Before validation: callers without access do not learn what is wrong with the body.
  app.addHook("preValidation", async (request) => requireInteractiveSession(access.callerOf(request)));

  app.get("/", { config }, async (request) =>
    (await listPersonalTokens(db, access.callerOf(request).uid)).map(tokenView),
  );

  app.post("/", { config, schema: { body: TokenBody } }, async (request) => {
    const wish = readTokenWish(request.body, USUAL_SECONDS_TO_LIVE);
    return await addPersonalToken(resources, { ...wish, author: authorOfRequest(access, request) });
  });

  app.delete("/:tokenId", { config, schema: { params: Type.Object({ tokenId: TokenId }) } }, async (request) => {
    const { uid } = access.callerOf(request);
    const { tokenId } = request.params;
    await removePersonalToken(db, { uid, tokenId, author: authorOfRequest(access, request) });
    return { message: "Token revoked" };
  });
};

/** /api/users/:uid/tokens: the personal tokens of others, for administrators. */
export const personsTokenRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const params = Type.Object({ uid: UserId });

  app.get("/:uid/tokens", { config: { permission: "users:read" }, schema: { params } }, async (request) =>
    (await listPersonalTokens(db, request.params.uid)).map(tokenView),
  );

  app.delete(
    "/:uid/tokens/:tokenId",
    { config: { permission: "users:write" }, schema: { params: Type.Object({ uid: UserId, tokenId: TokenId }) } },
    async (request) => {
      const { uid, tokenId } = request.params;
      await removePersonalToken(db, { uid, tokenId, author: authorOfRequest(access, request) });
      return { message: "Token revoked" };
    },
  );
};
