import { queryOptions } from "@tanstack/react-query";
import { type Account, askIdentity, asUser, type Factor, TOKENS_LIKE, type Tokens, withUserToken } from "./identity.ts";
import { type Like, maybe } from "./like.ts";
import { dropPageTokens } from "./page-token.ts";
import { publicPath } from "./public-path.ts";
import { challengeFactor, proveByAppCode, proveByCode } from "./second-factor.ts";
import { signInByToken, signOut } from "./user.ts";

export const ACCOUNT_LIKE: Like<Account> = {
  id: "",
  app_metadata: {},
  user_metadata: {},
  identities: maybe([{ identity_id: "", id: "", provider: "", created_at: "" }]),
  factors: maybe([{ id: "", factor_type: "totp", status: "verified", created_at: "" }]),
};

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => asUser<Account>("user", { signal, like: ACCOUNT_LIKE }),
});

/** What people may change about themselves. */
export interface AccountChange {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly current_password?: string;
  /** The code of a reauthentication. */
  readonly nonce?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function changeAccount(change: AccountChange): Promise<Account> {
  return asUser<Account>("user", {
    method: "PUT",
    query: { redirect_to: `${location.origin}${publicPath()}/confirm` },
    body: change,
    like: ACCOUNT_LIKE,
  });
}

interface UserName {
  readonly user_name: string | null;
}

/** What somebody types instead of their address; only where the server takes names. */
export const userNameQuery = queryOptions({
  queryKey: ["account", "user-name"],
  queryFn: async ({ signal }) => (await asUser<UserName>("user/name", { signal })).user_name ?? "",
});

export function changeUserName(name: string): Promise<unknown> {
  return asUser<unknown>("user/name", {
    method: "PUT",
    body: { user_name: name },
    like: { user_name: "" },
    orLike: { user_name: null },
  });
}

/** Deletes the account of whoever is signed in, for good; they are signed out. */
export async function deleteOwnAccount(): Promise<void> {
  await asUser("user", { method: "DELETE" });
  await signOut();
}

/** Has a code sent to the person's own address, to prove that they still are who signed in. */
export function reauthenticate(): Promise<void> {
  return asUser("reauthenticate");
}

/** Ends a change of the phone number with the code that was sent to the new one. */
export function confirmPhone(phone: string, code: string): Promise<unknown> {
  const body = { type: "phone_change", phone, token: code };
  return askIdentity<Tokens>("verify", { method: "POST", body, like: TOKENS_LIKE });
}

/** One sign-in of the person. */
export interface OwnSession {
  readonly id: string;
  readonly created_at: string;
  readonly refreshed_at: string | null;
  readonly user_agent: string;
  readonly ip: string;
  readonly aal: "aal1" | "aal2";
  readonly amr: readonly { readonly method: string }[];
  readonly current: boolean;
}

export const SESSION_LIKE: Like<OwnSession> = {
  id: "",
  created_at: "",
  user_agent: "",
  ip: "",
  amr: [{ method: "" }],
};

export const ownSessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => asUser<readonly OwnSession[]>("sessions", { signal, like: [SESSION_LIKE] }),
});

export function endSession(id: string): Promise<void> {
  return asUser(`sessions/${id}`, { method: "DELETE" });
}

export function endOtherSessions(): Promise<void> {
  return asUser("logout", { method: "POST", query: { scope: "others" } });
}

export interface Passkey {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
  readonly last_used_at?: string;
}

export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: ({ signal }) => asUser<readonly Passkey[]>("passkeys", { signal, like: [{ id: "", created_at: "" }] }),
});

/** Makes a key on this device and tells the server of it. @throws DOMException when the person turns it away */
export async function addPasskey(): Promise<void> {
  const asked = await asUser<{ challenge_id: string; options: PublicKeyCredentialCreationOptionsJSON }>(
    "passkeys/registration/options",
    { method: "POST", body: {}, like: { challenge_id: "", options: {} } },
  );
  const credential = await createCredential(asked.options);
  await asUser<unknown>("passkeys/registration/verify", {
    method: "POST",
    body: { challenge_id: asked.challenge_id, credential },
    like: { id: "" },
  });
}

export function renamePasskey(id: string, friendly_name: string): Promise<Passkey> {
  return asUser(`passkeys/${id}`, { method: "PATCH", body: { friendly_name }, like: { id: "", created_at: "" } });
}

export function removePasskey(id: string): Promise<void> {
  return asUser(`passkeys/${id}`, { method: "DELETE" });
}

/** A factor that waits for its first proof. */
export interface Enrolment {
  readonly id: string;
  readonly type: Factor["factor_type"];
  /** `qr_code` is SVG. */
  readonly totp?: { readonly qr_code: string; readonly secret: string };
}

export function enroll(
  factor:
    | { readonly factor_type: "totp" | "webauthn"; readonly friendly_name: string }
    | { readonly factor_type: "phone"; readonly friendly_name: string; readonly phone: string },
): Promise<Enrolment> {
  return asUser<Enrolment>("factors", { method: "POST", body: factor, like: { id: "" } });
}

/** Proves a new factor by the code of its app; the session counts as proved twice from then on. */
export async function proveNewApp(factorId: string, code: string): Promise<void> {
  await stayAs(await withUserToken((token) => proveByAppCode(token, factorId, code)));
}

/** As {@link proveNewApp}, by the code that was sent. */
export async function proveNewPhone(factorId: string, challengeId: string, code: string): Promise<void> {
  await stayAs(await withUserToken((token) => proveByCode(token, { factorId, challengeId, code })));
}

/** The session has proved more than its cookie: the browser gets another one. */
async function stayAs(accessToken: string): Promise<void> {
  await signInByToken(accessToken);
  dropPageTokens();
}

/** Has a code sent to the phone of a new factor. @returns the id of the question that it answers */
export async function sendToNewPhone(factorId: string): Promise<string> {
  return (await withUserToken((token) => challengeFactor(token, factorId))).id;
}

/** Makes the key of a new factor and proves it. */
export async function proveNewKey(factorId: string): Promise<void> {
  const asked = await asUser<{
    readonly id: string;
    readonly webauthn: { readonly credential_options: { readonly publicKey: PublicKeyCredentialCreationOptionsJSON } };
  }>(`factors/${factorId}/challenge`, { method: "POST", body: {}, like: { id: "", webauthn: {} } });
  const credential_response = await createCredential(asked.webauthn.credential_options.publicKey);
  const { access_token } = await asUser<{ readonly access_token: string }>(`factors/${factorId}/verify`, {
    method: "POST",
    body: { challenge_id: asked.id, webauthn: { type: "create", credential_response } },
    like: { access_token: "" },
  });
  await stayAs(access_token);
}

export function removeFactor(id: string): Promise<unknown> {
  return asUser<unknown>(`factors/${id}`, { method: "DELETE", like: { id: "" } });
}

/** Makes recovery codes, in the place of those that there may be. */
export async function makeRecoveryCodes(hasSome: boolean): Promise<readonly string[]> {
  const path = hasSome ? "factors/recovery-codes/regenerate" : "factors/recovery-codes";
  return (await asUser<{ readonly codes: readonly string[] }>(path, { method: "POST", body: {}, like: { codes: [] } }))
    .codes;
}

async function createCredential(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("The browser made no key");
  return credential.toJSON();
}
