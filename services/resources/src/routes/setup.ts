import { OPEN, type RoutePlugin } from "@vedette/http";
import { browserCookies, openBrowserSession, originOf } from "@vedette/identity";
import { Type } from "typebox";
import { refuseForeignPage } from "../access/cross-site.ts";
import type { Resources } from "../resources.ts";
import { completeSetup } from "../setup/complete.ts";

const SetUp = Type.Object({
  code: Type.String({ maxLength: 200 }),
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1024 }),
  /** Without halves of surrogate pairs, which the database does not keep. */
  name: Type.Optional(Type.String({ maxLength: 200, pattern: "^\\P{Cs}*$" })),
});

/** POST /api/setup: the set-up link makes the first administrator and signs them in. */
export const setupRoutes: RoutePlugin<{ resources: Resources }> = async (app, { resources }) => {
  const { identity, publicUrl } = resources;

  app.post("/setup", { config: { permission: OPEN }, schema: { body: SetUp } }, async (request, reply) => {
    refuseForeignPage(request, publicUrl);
    const { code, email, password, name } = request.body;
    const origin = originOf(request);
    await completeSetup(resources, {
      code,
      email,
      password,
      name: name === "" ? undefined : name,
      requestId: request.id,
      origin,
    });
    const session = await openBrowserSession(identity, { proof: { kind: "password", email, password }, origin });
    return reply
      .header("set-cookie", browserCookies(publicUrl, session))
      .send({ message: "The watch room is set up." });
  });
};
