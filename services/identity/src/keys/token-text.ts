import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  type ProtectedHeaderParameters,
  UnsecuredJWT,
} from "jose";

/** A token whose text is read and whose times are good: nothing of it is believed before its signature is checked. */
export interface TokenText {
  readonly text: string;
  readonly header: ProtectedHeaderParameters;
  readonly claims: JWTPayload;
  /** Header and claims as they were signed. */
  readonly signed: string;
  /** In base64url. */
  readonly signature: string;
}

/** The header that jose wants to see where nothing is to be judged but the claims. */
const UNSECURED_HEADER = Buffer.from('{"alg":"none"}').toString("base64url");

/**
 * Takes a token apart, once for all who ask what it says.
 *
 * @throws errors of jose, and TypeError, for what is no token, has expired, or asks for what is out of the ordinary
 */
export function readTokenText(
  text: string,
  options: Pick<JWTVerifyOptions, "clockTolerance" | "requiredClaims"> = {},
): TokenText {
  const [, signed = "", payload = "", signature = ""] = /^([\w-]+\.([\w-]+))\.([\w-]+)$/.exec(text) ?? [];
  if (signed === "") throw new errors.JWTInvalid("Not three parts in base64url");
  const header = decodeProtectedHeader(text);
  if (header.crit !== undefined || header.b64 !== undefined) throw new errors.JOSENotSupported("A critical header");
  const { payload: claims } = UnsecuredJWT.decode(`${UNSECURED_HEADER}.${payload}.`, options);
  return { text, header, claims, signed, signature };
}
