import { type Access, HttpError, hasWellFormedBody, type RoutePlugin } from "@vedette/http";
import { listIdentityProviders, originOf, type Span } from "@vedette/identity";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { ROLES } from "../access/permissions.ts";
import { ResourceError } from "../errors.ts";
import { invitePerson, listPeople, PERSON_STATES } from "../people/people.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { Moment, readMoment } from "./moment.ts";

const MAX_PER_PAGE = 500;

const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  perpage: Type.Optional(Type.Integer({ minimum: 1 })),
};
const PeopleParameters = Type.Object({
  ...Paging,
  query: Type.Optional(Type.String({ maxLength: 320 })),
  state: Type.Optional(Type.Enum(PERSON_STATES)),
  provider: Type.Optional(Type.String({ maxLength: 100 })),
  createdFrom: Moment,
  createdTo: Moment,
  signedInFrom: Moment,
  signedInTo: Moment,
});
const InboxParameters = Type.Object(Paging);
const Invitation = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  /** Without halves of surrogate pairs, which the database does not keep. */
  name: Type.Optional(Type.String({ maxLength: 200, pattern: "^\\P{Cs}*$" })),
  role: Type.Enum(ROLES),
  data: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { maxProperties: 100 })),
  redirectTo: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
});
const MailId = Type.Object({ id: Type.String({ format: "uuid" }) });

/** /api/users, /api/org/invites and /api/inbox: for administrators. */
export const peopleRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { delivery } = resources.identity;

  app.get(
    "/users",
    { config: { permission: "users:read" }, schema: { querystring: PeopleParameters } },
    async ({ query: parameters }) => {
      const { query = "", state, provider, page = 1, perpage = 100 } = parameters;
      const perPage = Math.min(perpage, MAX_PER_PAGE);
      const created = spanOf(parameters.createdFrom, parameters.createdTo);
      const signedIn = spanOf(parameters.signedInFrom, parameters.signedInTo);
      const { people, total } = await listPeople(resources, {
        query,
        state,
        provider,
        created,
        signedIn,
        page,
        perPage,
      });
      return { totalCount: total, users: people, page, perPage };
    },
  );

  app.get("/users/providers", { config: { permission: "users:read" } }, async () =>
    listIdentityProviders(resources.identity.db),
  );

  app.post("/org/invites", { config: { permission: "users:write" }, schema: { body: Invitation } }, async (request) => {
    const { email, name, role, data, redirectTo } = request.body;
    if (!hasWellFormedBody(request))
      throw new ResourceError("request_invalid", { detail: "data holds half of a character" });
    await invitePerson(resources, {
      email,
      name: name === "" ? undefined : name,
      role,
      data,
      redirectTo,
      author: authorOfRequest(access, request),
      origin: originOf(request),
    });
    return { message: `Sent an invitation to ${email}` };
  });

  app.get(
    "/inbox",
    { config: { permission: "mails:read" }, schema: { querystring: InboxParameters } },
    async ({ query: { page = 1, perpage = 50 } }) =>
      await delivery.listMails({ page, perPage: Math.min(perpage, 100) }),
  );

  app.get("/inbox/:id", { config: { permission: "mails:read" }, schema: { params: MailId } }, async ({ params }) => {
    const mail = await delivery.readMail(params.id);
    if (mail === undefined) throw new HttpError("not_found", { detail: "There is no such mail." });
    return mail;
  });
};

function spanOf(from: string | undefined, to: string | undefined): Span {
  return { from: readMoment(from), to: readMoment(to) };
}
