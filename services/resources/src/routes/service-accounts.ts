import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { ROLES } from "../access/permissions.ts";
import { timestamp } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import {
  addServiceAccount,
  changeServiceAccount,
  listServiceAccounts,
  removeServiceAccount,
  requireServiceAccount,
  type ServiceAccount,
} from "../service-accounts/accounts.ts";
import { addToken, listAllTokens, listTokens, removeToken } from "../service-accounts/tokens.ts";
import { authorOfRequest } from "./author.ts";
import { PAGING, pageOf } from "./paging.ts";
import { FOREVER, Name, NUMBER, readTokenWish, TokenBody, tokenView } from "./token-body.ts";

const AccountId = Type.Object({ id: Type.String({ pattern: NUMBER, maxLength: 18 }) });
const TokenId = Type.Object({
  id: Type.String({ pattern: NUMBER, maxLength: 18 }),
  tokenId: Type.String({ pattern: NUMBER, maxLength: 18 }),
});
const NewAccount = Type.Object({
  name: Name,
  role: Type.Optional(Type.Enum(ROLES)),
  isDisabled: Type.Optional(Type.Boolean()),
});
const ChangedAccount = Type.Partial(NewAccount);
const SearchParameters = Type.Object({ ...PAGING, query: Type.Optional(Type.String({ maxLength: 190 })) });

/** /api/serviceaccounts: accounts of programs, and the tokens they sign in with. */
export const serviceAccountRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  const read = { permission: "serviceaccounts:read" };
  const write = { permission: "serviceaccounts:write" };

  app.post(
    "/",
    { config: { permission: "serviceaccounts:create" }, schema: { body: NewAccount } },
    async (request, reply) => {
      const { name, role = "Viewer", isDisabled = false } = request.body;
      const made = await addServiceAccount(db, { name, role, isDisabled }, authorOfRequest(access, request));
      return reply.code(201).send(viewOf(made));
    },
  );

  app.get("/search", { config: read, schema: { querystring: SearchParameters } }, async ({ query: parameters }) => {
    const { page, perPage } = pageOf(parameters);
    const { accounts, total } = await listServiceAccounts(db, { query: parameters.query ?? "", page, perPage });
    return { totalCount: total, serviceAccounts: accounts.map(viewOf), page, perPage };
  });

  app.get("/tokens", { config: read, schema: { querystring: SearchParameters } }, async ({ query: parameters }) => {
    const { page, perPage } = pageOf(parameters);
    const { tokens, total } = await listAllTokens(db, { query: parameters.query ?? "", page, perPage });
    return { totalCount: total, tokens: tokens.map(tokenView), page, perPage };
  });

  app.get("/:id", { config: read, schema: { params: AccountId } }, async ({ params }) =>
    viewOf(await requireServiceAccount(db, params.id)),
  );

  app.patch("/:id", { config: write, schema: { params: AccountId, body: ChangedAccount } }, async (request) => {
    const author = authorOfRequest(access, request);
    const changed = await changeServiceAccount(db, request.params.id, { change: request.body, author });
    return { message: "Service account updated", id: changed.id, name: changed.name, serviceaccount: viewOf(changed) };
  });

  app.delete(
    "/:id",
    { config: { permission: "serviceaccounts:delete" }, schema: { params: AccountId } },
    async (request) => {
      await removeServiceAccount(db, request.params.id, authorOfRequest(access, request));
      return { message: "Service account deleted" };
    },
  );

  app.get("/:id/tokens", { config: read, schema: { params: AccountId } }, async ({ params }) =>
    (await listTokens(db, params.id)).map(tokenView),
  );

  app.post("/:id/tokens", { config: write, schema: { params: AccountId, body: TokenBody } }, async (request) => {
    const wish = readTokenWish(request.body, FOREVER);
    return await addToken(resources, {
      ...wish,
      accountId: request.params.id,
      author: authorOfRequest(access, request),
    });
  });

  app.delete("/:id/tokens/:tokenId", { config: write, schema: { params: TokenId } }, async (request) => {
    const { id, tokenId } = request.params;
    await removeToken(db, { accountId: id, tokenId, author: authorOfRequest(access, request) });
    return { message: "Service account token deleted" };
  });
};

function viewOf({ createdAt, ...account }: ServiceAccount) {
  return { ...account, orgId: 1, avatarUrl: "", createdAt: timestamp(createdAt) };
}
