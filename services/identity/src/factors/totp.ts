import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const PERIOD_SECONDS = 30;
/** A code of the step before or after is accepted: clocks differ. */
const WINDOW = 1;

/** What an authenticator app needs to know, once. */
export interface TotpSecret {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
  /** SVG. */
  readonly qr_code: string;
}

/**
 * Makes the secret of an authenticator app: SHA-1, six digits, thirty seconds, as all of them understand.
 *
 * @see RFC 6238
 */
export function createTotpSecret({ issuer, label }: { issuer: string; label: string }): TotpSecret {
  const secret = new Secret({ size: 20 });
  const uri = totpOf(secret.base32, { issuer, label }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri) };
}

/**
 * Whether a code is right now.
 *
 * @returns the time step it belongs to, or `undefined`
 */
export function matchTotp(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret, { issuer: "", label: "" }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, { issuer, label }: { issuer: string; label: string }): TOTP {
  return new TOTP({
    ...(issuer === "" ? {} : { issuer }),
    ...(label === "" ? {} : { label }),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
