import { getCredential } from "./get-credential.ts";
import { askIdentity, TOKENS_LIKE, type Tokens } from "./identity.ts";

interface Challenge {
  readonly id: string;
  readonly webauthn?: {
    readonly type: "create" | "request";
    readonly credential_options: { readonly publicKey: PublicKeyCredentialRequestOptionsJSON };
  };
}

/** Begins the proof of a second factor; of a phone, this sends the code. */
export function challengeFactor(accessToken: string, factorId: string): Promise<Challenge> {
  return askIdentity<Challenge>(`factors/${factorId}/challenge`, {
    method: "POST",
    body: {},
    bearer: accessToken,
    like: { id: "" },
  });
}

/** Proves a factor by its code. @returns an access token of the same session that says so */
export async function proveByCode(
  accessToken: string,
  proof: { readonly factorId: string; readonly challengeId: string; readonly code: string },
): Promise<string> {
  const { factorId, challengeId: challenge_id, code } = proof;
  const path = `factors/${factorId}/verify`;
  const tokens = await askIdentity<Tokens>(path, {
    method: "POST",
    bearer: accessToken,
    body: { challenge_id, code },
    like: TOKENS_LIKE,
  });
  return tokens.access_token;
}

/**
 * Proves a factor by the code that an app shows. Each try asks anew: a question holds for some minutes and some tries, and
 * whoever sets an app up may need more of both.
 *
 * @returns as {@link proveByCode}
 */
export async function proveByAppCode(accessToken: string, factorId: string, code: string): Promise<string> {
  const { id: challengeId } = await challengeFactor(accessToken, factorId);
  return proveByCode(accessToken, { factorId, challengeId, code });
}

/** Proves a factor by the key that the person holds. */
export async function proveByKey(accessToken: string, factorId: string): Promise<string> {
  const { id: challenge_id, webauthn } = await challengeFactor(accessToken, factorId);
  if (webauthn === undefined) throw new TypeError("The challenge of a key has no options");
  const credential_response = await getCredential(webauthn.credential_options.publicKey);
  const body = { challenge_id, webauthn: { type: "request", credential_response } };
  const path = `factors/${factorId}/verify`;
  return (await askIdentity<Tokens>(path, { method: "POST", bearer: accessToken, body, like: TOKENS_LIKE }))
    .access_token;
}

/** Proves oneself with one of the codes that were written down for the day the second factor is lost. */
export async function proveByRecoveryCode(accessToken: string, code: string): Promise<string> {
  const path = "factors/recovery-codes/verify";
  return (await askIdentity<Tokens>(path, { method: "POST", bearer: accessToken, body: { code }, like: TOKENS_LIKE }))
    .access_token;
}
