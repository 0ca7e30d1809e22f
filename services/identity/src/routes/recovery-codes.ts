import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import {
  createRecoveryCodes,
  deleteRecoveryCodes,
  recoveryCodesStatus,
  replaceRecoveryCodes,
  verifyRecoveryCode,
} from "../factors/recovery-codes.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { signedInUserOf, USER } from "./access.ts";
import { given, Text } from "./fields.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";

const NameBody = Type.Union([Type.Object({ friendly_name: Text(255) }), Type.Null()]);
const CodeBody = Type.Object({ code: Text(64) });

/** /factors/recovery-codes: for the day somebody has lost their second factor. */
export const recoveryCodeRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: USER };
  const path = "/factors/recovery-codes";

  app.get(path, { config }, async (request) => recoveryCodesStatus(identity, signedInUserOf(access, request)));

  app.post(path, { config: { ...config, isBodyOptional: true }, schema: { body: NameBody } }, async (request) =>
    createRecoveryCodes(identity, signedInUserOf(access, request), {
      friendlyName: given(request.body?.friendly_name),
      origin: originOf(request),
    }),
  );

  app.post(`${path}/regenerate`, { config }, async (request) =>
    replaceRecoveryCodes(identity, signedInUserOf(access, request), originOf(request)),
  );

  app.post(
    `${path}/verify`,
    { config: { ...config, limiter: "mfa" }, schema: { body: CodeBody } },
    async (request, reply) => {
      const session = await verifyRecoveryCode(identity, signedInUserOf(access, request), {
        code: request.body.code ?? "",
        origin: originOf(request),
      });
      reply.headers(tokenHeaders(session));
      return sessionAnswer(identity, session);
    },
  );

  app.delete(path, { config }, async (request) => {
    const caller = signedInUserOf(access, request);
    const { id } = await recoveryCodesStatus(identity, caller);
    await deleteRecoveryCodes(identity, caller, originOf(request));
    return { id };
  });
};
