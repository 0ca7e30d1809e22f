/** Marks the errors of this module: an application can hold two copies of the package, whose classes differ. */
const KIND = Symbol.for("@vedette/client/hooks/error");

/** Tells whether an error is a `HookRefusal`, of whichever copy of this package. */
export function isHookRefusal(error: unknown): error is HookRefusal {
  return Reflect.get(Object(error), KIND) === "refusal";
}

/** Tells whether an error is a `TryAgain`, of whichever copy of this package. */
export function isTryAgain(error: unknown): error is TryAgain {
  return Reflect.get(Object(error), KIND) === "try-again";
}

/**
 * Thrown by a handler that says no: a sign-up that is denied, a message that was not sent. Status and message reach
 * the person who asked.
 *
 * @example throw new HookRefusal(403, "Sign up with the address of your company.");
 */
export class HookRefusal extends Error {
  /** 400 to 499. */
  readonly httpCode: number;
  readonly [KIND] = "refusal";

  constructor(httpCode: number, message: string) {
    if (!Number.isInteger(httpCode) || httpCode < 400 || httpCode > 499) {
      throw new TypeError("The status of a refusal is a whole number from 400 to 499.");
    }
    super(message);
    this.name = "HookRefusal";
    this.httpCode = httpCode;
  }
}

/**
 * Thrown by a handler that cannot answer just now: the service asks again after the pause, of two seconds at least, and at
 * most twice. It waits no longer than five seconds in all.
 */
export class TryAgain extends Error {
  readonly afterSeconds: number;
  readonly [KIND] = "try-again";

  constructor(afterSeconds = 2) {
    super("The hook cannot answer just now.");
    this.name = "TryAgain";
    this.afterSeconds = afterSeconds;
  }
}
