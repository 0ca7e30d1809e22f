import { OPEN, type RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { listPasskeys, renamePasskey } from "../passkeys/passkey-store.ts";
import { beginRegistration, deletePasskey, finishRegistration, requirePasskeys } from "../passkeys/register-passkey.ts";
import { beginPasskeySignIn, signInWithPasskey } from "../passkeys/sign-in-with-passkey.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { signedInUserOf, USER } from "./access.ts";
import { Text } from "./fields.ts";
import { originOf, signInOriginOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";

const ProofBody = Type.Object({ challenge_id: Text(64), credential: Type.Optional(Type.Unknown()) });
const NameBody = Type.Object({ friendly_name: Type.String({ minLength: 1, maxLength: 120 }) });
const OptionsBody = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);
const PasskeyPath = Type.Object({ id: Type.String() });

/** /passkeys: keys on people's devices that sign in without a password. */
export const passkeyRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: USER };
  const limiter = "passkey";
  const optional = { isBodyOptional: true };

  app.post(
    "/passkeys/authentication/options",
    { config: { permission: OPEN, limiter, captcha: "always", ...optional }, schema: { body: OptionsBody } },
    async () => beginPasskeySignIn(identity),
  );

  app.post(
    "/passkeys/authentication/verify",
    { config: { permission: OPEN, limiter }, schema: { body: ProofBody } },
    async (request, reply) => {
      const { challenge_id, credential } = request.body;
      const challengeId = readChallengeId(challenge_id);
      const origin = signInOriginOf(identity, request, reply);
      const session = await signInWithPasskey(identity, { challengeId, credential, origin });
      reply.headers(tokenHeaders(session));
      return sessionAnswer(identity, session);
    },
  );

  app.post(
    "/passkeys/registration/options",
    { config: { ...config, limiter, ...optional }, schema: { body: OptionsBody } },
    async (request) => beginRegistration(identity, signedInUserOf(access, request)),
  );

  app.post("/passkeys/registration/verify", { config, schema: { body: ProofBody } }, async (request) => {
    const { challenge_id, credential } = request.body;
    const challengeId = readChallengeId(challenge_id);
    return finishRegistration(identity, signedInUserOf(access, request), {
      challengeId,
      credential,
      origin: originOf(request),
    });
  });

  app.get("/passkeys", { config }, async (request) => {
    requirePasskeys(identity);
    return listPasskeys(identity.db, signedInUserOf(access, request).user.id);
  });

  app.patch("/passkeys/:id", { config, schema: { params: PasskeyPath, body: NameBody } }, async (request) => {
    requirePasskeys(identity);
    const { user } = signedInUserOf(access, request);
    const id = readUuid(request.params.id, { name: "passkey_id" });
    const friendlyName = request.body.friendly_name;
    const entry = {
      action: "passkey_updated",
      actor: user,
      origin: originOf(request),
      traits: { passkey_id: id },
    } as const;
    return identity.db.transaction().execute(async (trx) => {
      const passkey = await renamePasskey(trx, { id, userId: user.id, friendlyName });
      await insertAuditEntry(trx, entry).execute();
      return passkey;
    });
  });

  app.delete("/passkeys/:id", { config, schema: { params: PasskeyPath } }, async (request, reply) => {
    const id = readUuid(request.params.id, { name: "passkey_id" });
    await deletePasskey(identity, signedInUserOf(access, request), { id, origin: originOf(request) });
    return reply.code(204).send();
  });
};

/** What is no id is the id of no challenge. */
function readChallengeId(text: string | null | undefined): string {
  try {
    return readUuid(text ?? "", { name: "challenge_id" });
  } catch (cause) {
    throw new IdentityError("webauthn_challenge_not_found", { cause });
  }
}
