import { HttpError } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { AccountError } from "./read-account.ts";

/**
 * Tells the operator that a provider failed. What it or a library says may quote tokens: the log gets codes and texts that
 * are the same for everybody.
 */
export function warnOfProvider({ warn }: Pick<Identity, "warn">, provider: string, error: unknown): void {
  const { name, code } = Object(error) as Readonly<Record<string, unknown>>;
  const isOurs = error instanceof HttpError || error instanceof IdentityError || error instanceof AccountError;
  const reason = isOurs ? error.message : undefined;
  warn({ provider, failure: name, code, reason }, "an identity provider failed during a sign-in");
}

/** Whether it is the provider's, or the network's, and may be over soon. */
export function isOutage(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code !== "forbidden";
}
