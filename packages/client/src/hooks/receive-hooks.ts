import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { HookAnswers, HookEvents, HookName } from "./events.ts";
import { isHookRefusal, isTryAgain } from "./refusal.ts";

/** What to do for each hook; those that are missing are answered with 404. */
export type HookHandlers = {
  readonly [Name in HookName]?: (
    event: HookEvents[Name],
  ) => HookAnswers[Name] | undefined | Promise<HookAnswers[Name] | undefined>;
};

export interface HookReceiverOptions {
  /**
   * The shared secret as the service has it, `v1,whsec_…`; several are separated by `|`, so that one can take the
   * place of the other without a gap.
   */
  readonly secrets: string;
  readonly hooks: HookHandlers;
  /** Largest body that is read; 1 MiB unless given. */
  readonly maxBytes?: number;
  /** Told of failures of a handler, which the caller sees as 500 without a reason. */
  readonly onError?: (error: unknown, name: HookName) => void;
}

const DEFAULT_MAX_BYTES = 1_048_576;

/**
 * Makes the receiver of the service's hooks: it checks signature and age of each call, finds out which hook it is and
 * answers in the form that the service expects. What it returns takes a web-standard request.
 *
 * @throws TypeError when there is no secret or it is not of the form `v1,whsec_…`
 * @see https://www.standardwebhooks.com
 * @example const receive = receiveHooks({ secrets, hooks: { "send-sms": async ({ sms }) => text(sms.phone, sms.otp) } });
 */
export function receiveHooks(options: HookReceiverOptions): (request: Request) => Promise<Response> {
  const verifiers = readSecrets(options.secrets);
  return async (request) => {
    if (request.method !== "POST") return answer(405, { message: "Hooks are sent with POST." });
    const body = await readBody(request, options.maxBytes ?? DEFAULT_MAX_BYTES);
    if (body === undefined) return answer(413, { message: "The body is too large." });
    const event = verify(verifiers, body, request.headers);
    if (event === undefined) return answer(401, { message: "The signature is not one of ours, or it is too old." });
    const name = nameOf(event);
    if (name === undefined) return answer(400, { message: "This is not a hook that is known here." });
    return dispatch(options, name, event);
  };
}

function readSecrets(secrets: string): readonly Webhook[] {
  const parts = secrets.split("|").filter((part) => part !== "");
  if (parts.length === 0) throw new TypeError("A hook receiver needs a secret of the form v1,whsec_…");
  return parts.map((part) => {
    const base64 = /^v1,whsec_([A-Za-z0-9+/_-]+=*)$/.exec(part.trim())?.[1];
    if (base64 === undefined) throw new TypeError("A secret of hooks has the form v1,whsec_ and base64");
    return new Webhook(base64);
  });
}

async function readBody({ body }: Request, maxBytes: number): Promise<string | undefined> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return new TextDecoder().decode(whole);
}

/** What the body says if one of the secrets signed it. */
function verify(verifiers: readonly Webhook[], body: string, headers: Headers): object | undefined {
  for (const verifier of verifiers) {
    try {
      const event = verifier.verify(body, Object.fromEntries(headers));
      return typeof event === "object" && event !== null ? event : undefined;
    } catch (error) {
      // Another secret may have signed it; a body that is no JSON was still signed by none of them.
      if (!(error instanceof WebhookVerificationError || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** Installations that send no metadata are known by what they send. */
const SHAPES = [
  ["send-sms", ["user", "sms"]],
  ["send-email", ["user", "email_data"]],
  ["mfa-verification", ["user_id", "factor_id", "valid"]],
  ["password-verification", ["user_id", "valid"]],
  ["customize-access-token", ["user_id", "claims"]],
  ["before-user-created", []],
  ["after-user-created", []],
  ["user-event", []],
] as const satisfies readonly (readonly [HookName, readonly string[]])[];

function nameOf(event: object): HookName | undefined {
  const metadata: unknown = Reflect.get(event, "metadata");
  const named: unknown = typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "name") : undefined;
  if (named !== undefined) return SHAPES.find(([name]) => name === named)?.[0];
  return SHAPES.find(([, keys]) => keys.length > 0 && keys.every((key) => key in event))?.[0];
}

async function dispatch({ hooks, onError }: HookReceiverOptions, name: HookName, event: object): Promise<Response> {
  // Proven by the signature: the service sends each name with its own event.
  const handler = hooks[name] as ((event: object) => Promise<object | undefined> | object | undefined) | undefined;
  if (handler === undefined) return answer(404, { message: `Nothing is done here for ${name}.` });
  try {
    return answer(200, (await handler(event)) ?? {});
  } catch (error) {
    if (isHookRefusal(error)) {
      return answer(200, { error: { http_code: error.httpCode, message: error.message } });
    }
    if (isTryAgain(error)) {
      return answer(503, { message: error.message }, { "retry-after": String(error.afterSeconds) });
    }
    onError?.(error, name);
    return answer(500, { message: "The hook failed." });
  }
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}
