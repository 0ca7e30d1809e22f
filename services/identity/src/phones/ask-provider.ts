import { HttpError } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";

/**
 * Asks the provider of text messages whether a code is right, where it makes codes itself. A provider that does not answer
 * says nothing of the code: it can be tried again.
 *
 * @returns `undefined` where codes are ours
 * @throws IdentityError `unknown` with 502 while the provider does not answer
 */
export async function askProvider(
  { delivery }: Pick<Identity, "delivery">,
  proof: { to: string; code: string },
): Promise<boolean | undefined> {
  try {
    return await delivery.checkSmsCode(proof);
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    throw new IdentityError("unknown", {
      status: 502,
      message: "The provider of text messages does not answer just now. Try again in a moment.",
      cause,
    });
  }
}
