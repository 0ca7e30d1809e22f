import { Readable } from "node:stream";
import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { createUserByAdministrator, updateUserByAdministrator } from "../administration/administer-users.ts";
import { deleteUser } from "../administration/delete-user.ts";
import { exportUsers } from "../administration/export-users.ts";
import { listUsers, listUsersAfter } from "../administration/list-users.ts";
import { requirePlainFields, requireReach } from "../administration/reach.ts";
import type { UserFields } from "../administration/user-fields.ts";
import { readUserId } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { findUser } from "../users/stored-user.ts";
import { userAnswer } from "../users/user-answer.ts";
import { ADMIN, ADMIN_OF_USER, administratorOf, administratorWith, SECRET_KEY } from "./access.ts";
import { Data, Flag, given, PROVIDER, Text } from "./fields.ts";
import { cursorLink, pageLinks, readLimit, readPage } from "./pages.ts";
import { audienceOf, originOf } from "./request-reading.ts";
import { LONGEST_ANSWER_MS, type RouteOptions } from "./route-options.ts";

const Metadata = { user_metadata: Data, app_metadata: Data };
const UserBody = Type.Object({
  id: Text(),
  email: Text(),
  phone: Text(),
  password: Text(),
  password_hash: Text(),
  email_confirm: Flag,
  phone_confirm: Flag,
  ...Metadata,
  role: Text(255),
  aud: Text(255),
  ban_duration: Text(64),
});
/** `seen`: what was read of the keys of both, `null` for none; who names nothing is last and wins. */
const ChangedUserBody = Type.Object({ ...UserBody.properties, seen: Type.Optional(Type.Object(Metadata)) });
/** Ways to sign in that somebody brings along, in the form in which answers show them. */
const Identities = Type.Array(
  Type.Object({
    provider: Type.String({ pattern: PROVIDER }),
    id: Type.String({ minLength: 1, maxLength: 1024 }),
    identity_data: Data,
  }),
  { maxItems: 100 },
);
const NewUserBody = Type.Object({
  ...UserBody.properties,
  user_name: Text(255),
  identities: Type.Optional(Type.Union([Identities, Type.Null()])),
});
const UserPath = Type.Object({ id: Type.String() });
const DeleteBody = Type.Union([Type.Object({ should_soft_delete: Flag }), Type.Null()]);
const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
  sort: Type.Optional(Type.String({ maxLength: 100 })),
  filter: Type.Optional(Type.String({ maxLength: 255 })),
  limit: Type.Optional(Type.String({ maxLength: 20 })),
  cursor: Type.Optional(Type.String({ maxLength: 255 })),
});

/** /admin/users */
export const adminUserRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: ADMIN };
  const changing = { permission: ADMIN_OF_USER };

  app.get("/admin/users", { config, schema: { querystring: PageQuery } }, async (request, reply) => {
    const audience = audienceOf(request, identity);
    const { filter = "", sort = "", limit, cursor } = request.query;
    if (limit !== undefined || cursor !== undefined) {
      const order = readOrder(sort);
      const query = { audience, filter, order, limit: readLimit(limit), cursor: given(cursor) };
      const { users, nextCursor } = await listUsersAfter(identity.db, query);
      if (nextCursor !== undefined) reply.header("link", cursorLink(request.url, nextCursor));
      const pagination = { next_cursor: nextCursor ?? null, has_more: nextCursor !== undefined };
      return { users: users.map(userAnswer), aud: audience, pagination };
    }
    const page = readPage(request.query);
    const { users, total } = await listUsers(identity.db, { ...page, audience, filter, order: readOrder(sort) });
    reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
    return { users: users.map(userAnswer), aud: audience };
  });

  const exporting = { config: { permission: SECRET_KEY, answerWithinMs: LONGEST_ANSWER_MS } };
  app.get("/admin/users/export", exporting, async (request, reply) => {
    const lines = Readable.from(await exportUsers(identity, administration(request)), { objectMode: false });
    return reply.header("cache-control", "no-store").type("application/x-ndjson; charset=utf-8").send(lines);
  });

  app.post("/admin/users", { config, schema: { body: NewUserBody } }, async (request) => {
    const id = given(request.body.id);
    const accounts = request.body.identities?.map(({ provider, id: subject, identity_data: claims }) => ({
      provider,
      subject,
      claims: claims ?? {},
    }));
    const fields = {
      ...fieldsOf(request.body),
      audience: given(request.body.aud) ?? audienceOf(request, identity),
      accounts: accounts?.length ? accounts : undefined,
    };
    const administrator = administratorWith(access, request);
    await requireReach(identity, administrator);
    requirePlainFields(identity, administrator, fields);
    const user = await createUserByAdministrator(identity, {
      ...administration(request),
      id: id === undefined ? undefined : readUserId(id, 400),
      fields,
      userName: given(request.body.user_name),
    });
    return userAnswer(user);
  });

  app.get("/admin/users/:id", { config, schema: { params: UserPath } }, async ({ params }) => {
    const user = await findUser(identity.db, readUserId(params.id));
    if (user === undefined) throw new IdentityError("user_not_found");
    return userAnswer(user);
  });

  app.put(
    "/admin/users/:id",
    { config: changing, schema: { params: UserPath, body: ChangedUserBody } },
    async (request) => {
      const id = readUserId(request.params.id);
      const { seen, ...body } = request.body;
      const fields = fieldsOf(body);
      requirePlainFields(identity, administratorWith(access, request), fields);
      const read = {
        appMetadata: seen?.app_metadata ?? undefined,
        userMetadata: seen?.user_metadata ?? undefined,
      };
      return userAnswer(
        await updateUserByAdministrator(identity, { ...administration(request), id, fields, seen: read }),
      );
    },
  );

  app.delete(
    "/admin/users/:id",
    { config: changing, schema: { params: UserPath, body: DeleteBody } },
    async (request) => {
      const id = readUserId(request.params.id);
      const how = request.body?.should_soft_delete ? "keeping_the_row" : "wholly";
      await deleteUser(identity, { ...administration(request), id, how });
      return {};
    },
  );

  function administration(request: FastifyRequest) {
    return { actor: administratorOf(access, request), origin: originOf(request) };
  }
};

function fieldsOf(body: Static<typeof UserBody>): UserFields {
  return {
    email: given(body.email),
    phone: given(body.phone),
    password: given(body.password),
    passwordHash: given(body.password_hash),
    isEmailConfirmed: body.email_confirm ?? undefined,
    isPhoneConfirmed: body.phone_confirm ?? undefined,
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
    role: given(body.role),
    audience: given(body.aud),
    banDuration: given(body.ban_duration),
  };
}

/** Only the time of creation can be sorted by. */
function readOrder(sort: string): "asc" | "desc" {
  if (sort === "" || sort === "created_at desc" || sort === "created_at") return "desc";
  if (sort === "created_at asc") return "asc";
  throw new IdentityError("validation_failed", { message: "Users can be sorted by created_at asc or created_at desc" });
}
