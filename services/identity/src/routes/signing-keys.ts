import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { Identity } from "../identity.ts";
import { asJwk, MADE_ALGORITHMS } from "../keys/jwt-key.ts";
import { addKey, changeKeyStatus, deleteKey, type KeyAuthor, type KeyStore, listKeys } from "../keys/stored-keys.ts";

const KeyPath = Type.Object({ ref: Type.String({ maxLength: 200 }), id: Type.String({ maxLength: 200 }) });
const NewKeyBody = Type.Object({
  algorithm: Type.Enum(MADE_ALGORITHMS),
  status: Type.Optional(Type.Enum(["standby", "in_use"])),
  private_jwk: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});
const StatusBody = Type.Object({ status: Type.Enum(["standby", "in_use", "previously_used", "revoked"]) });

/** /:ref/config/auth/signing-keys: the keys of access tokens, and their rotation. */
export const signingKeyRoutes: RoutePlugin<{
  readonly identity: Identity;
  readonly permission: string;
  readonly authorOf: (request: FastifyRequest) => KeyAuthor;
}> = async (app, { identity, permission, authorOf }) => {
  const config = { permission };
  const path = "/:ref/config/auth/signing-keys";

  app.get(path, { config }, async () => ({ keys: await listKeys(storeOf(identity).db) }));

  app.post(path, { config, schema: { body: NewKeyBody } }, async (request, reply) => {
    const { algorithm, status = "standby", private_jwk } = request.body;
    const store = storeOf(identity);
    const privateJwk = private_jwk == null ? undefined : readJwk(private_jwk);
    const id = await addKey(store, { algorithm, status, privateJwk }, authorOf(request));
    return reply.code(201).send(await findKey(store, id));
  });

  app.patch(`${path}/:id`, { config, schema: { params: KeyPath, body: StatusBody } }, async (request) => {
    const store = storeOf(identity);
    const { params, body } = request;
    await changeKeyStatus(store.db, { kid: params.id, status: body.status }, authorOf(request));
    return findKey(store, params.id);
  });

  app.delete(`${path}/:id`, { config, schema: { params: KeyPath } }, async (request, reply) => {
    await deleteKey(storeOf(identity).db, request.params.id, authorOf(request));
    return reply.code(204).send();
  });
};

/** @throws ConfigurationError `field_pinned` */
function storeOf({ signingKeys }: Identity): KeyStore {
  if (signingKeys.stored !== undefined) return signingKeys.stored;
  throw new ConfigurationError("field_pinned", "The signing keys are set by auth.jwt_keys (VEDETTE_JWT_KEYS)");
}

async function findKey({ db }: KeyStore, id: string) {
  return (await listKeys(db)).find((key) => key.id === id);
}

function readJwk(value: object) {
  try {
    return asJwk(value);
  } catch {
    throw new ConfigurationError("field_invalid", "private_jwk: it is no JWK");
  }
}
