import { type RoutePlugin, readAllowedHosts } from "@vedette/http";
import { Type } from "typebox";
import { normalizeEmail } from "../addresses/email.ts";
import { normalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import { functionGrants } from "../hooks/function-grants.ts";
import { listHookCalls } from "../hooks/hook-calls.ts";
import { HOOK_KEYS, HOOK_NAMES, type HookKey, isHookKey } from "../hooks/hook-names.ts";
import { secretsOf } from "../hooks/hook-settings.ts";
import { readHookTarget } from "../hooks/hook-target.ts";
import { tryHook } from "../hooks/try-hook.ts";
import { ADMIN_OF_SETTINGS } from "./access.ts";
import { given, Text } from "./fields.ts";
import { pageLinks, readPage } from "./pages.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const HookPath = Type.Object({ hook: Type.String({ maxLength: 64 }) });
const CallsQuery = Type.Object({
  hook: Type.Optional(Type.String({ maxLength: 64 })),
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
});
const TrialBody = Type.Union([Type.Object({ email: Text(320), phone: Text(64) }), Type.Null()]);

const SOMEBODY = { email: "ada@example.com", phone: "15551234567" } as const;

/** /admin/hooks and /admin/hook-calls: which hooks there are, how their last calls went, and a try. */
export const adminHookRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const config = { permission: ADMIN_OF_SETTINGS };
  const { settings, hooks, db } = identity;

  app.get("/admin/hooks", { config }, async () =>
    Promise.all(
      HOOK_KEYS.map(async (hook) => ({
        hook,
        name: HOOK_NAMES[hook],
        is_enabled: hooks.isEnabled(hook),
        uri: settings[`auth.hook.${hook}.uri`],
        secrets: secretsOf(settings, hook).length,
        grants: await grantsOf(settings[`auth.hook.${hook}.uri`]),
      })),
    ),
  );

  /** Of a function of the database who may call it; `null` for any other hook. */
  const grantsOf = async (uri: string) => {
    if (!uri.startsWith("pg-functions:")) return null;
    const target = readTarget(uri);
    if (target === undefined) return null;
    const grants = await functionGrants(db, target);
    return grants.map(({ isGranted, isRight, ...grant }) => ({
      ...grant,
      is_granted: isGranted,
      is_right: isRight,
    }));
  };

  app.get("/admin/hook-calls", { config, schema: { querystring: CallsQuery } }, async (request, reply) => {
    const page = readPage(request.query);
    const hook = given(request.query.hook);
    const { calls, total } = await listHookCalls(db, {
      ...page,
      hook: hook === undefined ? undefined : readHook(hook),
    });
    reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
    return calls;
  });

  app.post(
    "/admin/hooks/:hook/try",
    { config: { ...config, isBodyOptional: true }, schema: { params: HookPath, body: TrialBody } },
    async (request) => {
      const email = given(request.body?.email);
      const phone = given(request.body?.phone);
      const person = {
        email: email === undefined ? SOMEBODY.email : normalizeEmail(email),
        phone: phone === undefined ? SOMEBODY.phone : normalizePhone(phone),
      };
      return tryHook(identity, readHook(request.params.hook), { person, origin: originOf(request) });
    },
  );
};

function readTarget(uri: string) {
  try {
    const target = readHookTarget(uri, readAllowedHosts([]));
    return target.kind === "function" ? target : undefined;
  } catch {
    // What is wrong with the address, a try says.
    return undefined;
  }
}

function readHook(text: string): HookKey {
  if (isHookKey(text)) return text;
  throw new IdentityError("validation_failed", { status: 404, message: "There is no such hook" });
}
