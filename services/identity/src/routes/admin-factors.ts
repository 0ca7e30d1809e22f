import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { normalizePhone } from "../addresses/phone.ts";
import { readUserId, readUuid } from "../administration/user-id.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { deleteFactorByAdministrator, updateFactorByAdministrator } from "../factors/remove-factor.ts";
import { dropPasskey, listPasskeys } from "../passkeys/passkey-store.ts";
import { findUser, type StoredUser } from "../users/stored-user.ts";
import { factorAnswer } from "../users/user-answer.ts";
import { ADMIN, ADMIN_OF_USER, administratorOf } from "./access.ts";
import { given, Text } from "./fields.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const UserPath = Type.Object({ id: Type.String() });
const PartPath = Type.Object({ id: Type.String(), part: Type.String() });
const FactorBody = Type.Object({ friendly_name: Text(255), phone: Text(64) });

/** /admin/users/:id/factors and /passkeys: what administrators do for people who have lost a device. */
export const adminFactorRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: ADMIN };
  const changing = { permission: ADMIN_OF_USER };

  app.get("/admin/users/:id/factors", { config, schema: { params: UserPath } }, async ({ params }) =>
    (await requireUser(params.id)).factors.map(factorAnswer),
  );

  app.delete("/admin/users/:id/factors/:part", { config: changing, schema: { params: PartPath } }, async (request) => {
    const user = await requireUser(request.params.id);
    const factor = await deleteFactorByAdministrator(identity, part(request, user, "factor_id"));
    return { id: factor.id };
  });

  app.put(
    "/admin/users/:id/factors/:part",
    { config: changing, schema: { params: PartPath, body: FactorBody } },
    async (request) => {
      const user = await requireUser(request.params.id);
      const phone = given(request.body.phone);
      const factor = part(request, user, "factor_id");
      await updateFactorByAdministrator(identity, factor, {
        friendlyName: given(request.body.friendly_name),
        phone: phone === undefined ? undefined : normalizePhone(phone),
      });
      const changed = (await requireUser(user.id)).factors.find(({ id }) => id === factor.id);
      return changed && factorAnswer(changed);
    },
  );

  app.get("/admin/users/:id/passkeys", { config, schema: { params: UserPath } }, async ({ params }) =>
    listPasskeys(identity.db, (await requireUser(params.id)).id),
  );

  app.delete(
    "/admin/users/:id/passkeys/:part",
    { config: changing, schema: { params: PartPath } },
    async (request, reply) => {
      const user = await requireUser(request.params.id);
      const { id, actor, origin } = part(request, user, "passkey_id");
      await identity.db.transaction().execute(async (trx) => {
        await dropPasskey(trx, { id, userId: user.id, unknown: "webauthn_credential_not_found" });
        const traits = { user_id: user.id, passkey_id: id };
        await insertAuditEntry(trx, { action: "passkey_deleted", actor, origin, traits }).execute();
      });
      return reply.code(204).send();
    },
  );

  async function requireUser(id: string): Promise<StoredUser> {
    const user = await findUser(identity.db, readUserId(id));
    if (user === undefined) throw new IdentityError("user_not_found");
    return user;
  }

  function part(request: FastifyRequest<{ Params: { part: string } }>, { id: userId }: StoredUser, name: string) {
    const id = readUuid(request.params.part, { name });
    return { userId, id, actor: administratorOf(access, request), origin: originOf(request) };
  }
};
