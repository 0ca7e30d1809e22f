import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { ROLES } from "../access/permissions.ts";
import { changeRole, findPerson, listPeople, type Person } from "../people/people.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { PAGING_BY_LIMIT, pageOfLimit } from "./paging.ts";

const ORGANISATION = { id: 1, name: "Main Org." } as const;
const UserId = Type.Object({ userId: Type.String({ format: "uuid" }) });
const OneUser = Type.Object({ uid: Type.String({ format: "uuid" }) });
const Lookup = Type.Object({ loginOrEmail: Type.String({ minLength: 1, maxLength: 320 }) });
const OrgParameters = Type.Object({ ...PAGING_BY_LIMIT, query: Type.Optional(Type.String({ maxLength: 320 })) });
const RoleBody = Type.Object({ role: Type.Enum(ROLES) });

/** /api/org, /api/user/orgs and single people: the one organisation there is, and its people's basic roles. */
export const organisationRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const read = { permission: "users:read" };

  app.get("/org", { config: { permission: SIGNED_IN } }, async () => ({ ...ORGANISATION, address: {} }));

  app.get("/user/orgs", { config: { permission: SIGNED_IN } }, async (request) => [
    { orgId: ORGANISATION.id, name: ORGANISATION.name, role: access.callerOf(request).role },
  ]);

  app.get("/org/users", { config: read, schema: { querystring: OrgParameters } }, async (request) => {
    const { query = "" } = request.query;
    const { page, limit } = pageOfLimit(request.query);
    const { people } = await listPeople(resources, { query, page, perPage: limit });
    return people.map((person) => ({ userId: person.uid, ...memberView(person) }));
  });

  app.patch(
    "/org/users/:userId",
    { config: { permission: "users:write" }, schema: { params: UserId, body: RoleBody } },
    async (request) => {
      const author = authorOfRequest(access, request);
      const { userId } = request.params;
      await changeRole(resources, { userId: userId.toLowerCase(), role: request.body.role, author });
      return { message: "Organization user updated" };
    },
  );

  app.get("/users/lookup", { config: read, schema: { querystring: Lookup } }, async ({ query }) =>
    memberView(await findPerson(resources, { email: query.loginOrEmail })),
  );

  app.get("/users/:uid", { config: read, schema: { params: OneUser } }, async ({ params }) =>
    memberView(await findPerson(resources, { uid: params.uid })),
  );
};

function memberView({ uid, email, name, role, lastSignInAt, createdAt }: Person) {
  return {
    id: uid,
    uid,
    email,
    name,
    login: email,
    role,
    orgId: ORGANISATION.id,
    avatarUrl: "",
    createdAt,
    lastSeenAt: lastSignInAt,
    isDisabled: false,
  };
}
