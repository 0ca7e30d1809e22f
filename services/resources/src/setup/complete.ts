import { createConfirmedUser, hashPassword, type RequestOrigin } from "@vedette/identity";
import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { giveRole, hasAdministrator } from "../access/memberships.ts";
import { permissionsOfRole } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import { resourceTables } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { hashCode } from "./link.ts";
import { welcomeMail } from "./welcome-mail.ts";

/** What the first visitor fills in. */
export interface SetUp {
  /** Of the set-up link. */
  readonly code: string;
  readonly email: string;
  readonly password: string;
  readonly name: string | undefined;
  readonly requestId: string;
  readonly origin: RequestOrigin;
}

/**
 * Makes the first administrator: user, membership, used-up links, audit record and mail in one transaction. Of several
 * at once the first one wins.
 *
 * @throws ResourceError `setup_closed` once there is an administrator, `setup_code_wrong`, `setup_code_expired`;
 *   IdentityError `weak_password`, `validation_failed`, `email_exists`
 */
export async function completeSetup(resources: Resources, setUp: SetUp): Promise<void> {
  const { db, identity, publicUrl } = resources;
  const { email, name, origin } = setUp;
  await requireOpen(db);
  await requireCode(db, setUp.code);
  const passwordHash = await hashPassword(identity, setUp.password);
  await identity.db.transaction().execute(async (identityTrx) => {
    const trx = resourceTables(identityTrx);
    await lockInstallation(trx);
    await requireOpen(trx);
    await requireCode(trx, setUp.code);
    const user = await createConfirmedUser(identity, identityTrx, { email, passwordHash, name, origin });
    await giveRole(trx, user.id, "Admin");
    await trx.deleteFrom("vedette.setup_links").execute();
    await recordAudit(trx, authorOf(setUp, user.id), { action: "setup.complete", target: `users/${user.id}` });
    await identity.delivery.queueMail(identityTrx, welcomeMail(user.email ?? email, publicUrl));
  });
}

/** Whoever completes the set-up waits for whoever began before. */
async function lockInstallation(trx: Store): Promise<void> {
  await trx.selectFrom("vedette.installation").select("id").forUpdate().executeTakeFirstOrThrow();
}

async function requireOpen(db: Store): Promise<void> {
  if (await hasAdministrator(db)) throw new ResourceError("setup_closed");
}

async function requireCode(db: Store, code: string): Promise<void> {
  const link = await db
    .selectFrom("vedette.setup_links")
    .select(sql<boolean>`expires_at > now()`.as("isFresh"))
    .where("code_hash", "=", hashCode(code))
    .executeTakeFirst();
  if (link === undefined) throw new ResourceError("setup_code_wrong");
  if (!link.isFresh) throw new ResourceError("setup_code_expired");
}

function authorOf({ email, requestId, origin }: SetUp, uid: string): Author {
  return {
    caller: {
      kind: "user",
      uid,
      login: email,
      role: "Admin",
      isServerAdmin: false,
      via: "server",
      permissions: permissionsOfRole("Admin"),
    },
    requestId,
    manager: "vedette",
    address: origin.ipAddress,
  };
}
