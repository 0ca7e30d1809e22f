import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { type Profile, SAML } from "@node-saml/node-saml";
import { sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { signOut } from "../sessions/sign-out.ts";
import { durationMs } from "../settings/duration.ts";
import { findUser } from "../users/stored-user.ts";
import { CLOCK_SKEW_MS } from "./assertion.ts";
import type { IdentityProviderMetadata } from "./identity-provider.ts";
import { endSignedOnSessions, findSignIn } from "./logout-store.ts";
import { requireLogoutShape } from "./message-shape.ts";
import { currentMetadata } from "./provider-metadata.ts";
import { findProvider, type SsoProvider } from "./provider-store.ts";
import type { ServiceProvider } from "./service-provider.ts";
import { takeRelayState } from "./sign-in-store.ts";
import { decodeBase64, MAX_MESSAGE_LENGTH } from "./verify-response.ts";
import { attributeOf, isNamed, NAMESPACE, onlyChildOf, parseXml, textOf, XmlRefusal } from "./xml.ts";

/** A message about signing out, as one of the two bindings brings it. */
export type LogoutMessage =
  | { readonly binding: "redirect"; readonly query: string }
  | { readonly binding: "post"; readonly form: URLSearchParams };

/** A message with nothing believed yet. */
interface ReadMessage {
  readonly kind: "SAMLRequest" | "SAMLResponse";
  readonly document: Document;
  readonly relayState: string;
  readonly issuer: string;
}

const inflate = promisify(inflateRaw);

/**
 * Does what a message about signing out asks for: an identity provider's request ends sessions here, its answer ends
 * what somebody began here.
 *
 * @returns where the browser goes
 * @throws IdentityError `validation_failed`, `saml_idp_not_found`, `saml_relay_state_not_found`
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf, 4.4
 */
export async function receiveLogout(
  identity: Identity,
  message: LogoutMessage,
  origin: RequestOrigin,
): Promise<string> {
  try {
    const read = await readMessage(message);
    const provider = await findProvider(identity.db, { entityId: read.issuer });
    if (provider === undefined) throw new IdentityError("saml_idp_not_found");
    return read.kind === "SAMLRequest"
      ? await answerRequest(identity, { message, read, provider, origin })
      : await finish(identity, read, provider);
  } catch (cause) {
    if (!(cause instanceof XmlRefusal)) throw cause;
    throw new IdentityError("validation_failed", { message: `SAML message is not valid: ${cause.message}`, cause });
  }
}

/**
 * Ends a session here and begins to end the one at its identity provider.
 *
 * @returns where the browser goes: to the identity provider where it can end sessions, else to where it wants to be
 */
export async function startLogout(
  identity: Identity,
  {
    userId,
    sessionId,
    redirectTo,
    origin,
  }: { userId: string; sessionId: string; redirectTo: string; origin: RequestOrigin },
): Promise<string> {
  const { db } = identity;
  const signIn = await findSignIn(db, sessionId);
  const provider = signIn && (await findProvider(db, { id: signIn.sso_provider_id }));
  const user = await findUser(db, userId);
  if (user !== undefined) await signOut(db, { user, sessionId, scope: "local", origin });
  const metadata = provider && (await currentMetadata(identity, provider));
  if (signIn?.name_id == null || provider === undefined || metadata?.signOutUrl === undefined) return redirectTo;
  const relayState = randomUUID();
  const requestId = `_${randomUUID().replaceAll("-", "")}`;
  await db
    .insertInto("auth.saml_relay_states")
    .values({
      id: relayState,
      sso_provider_id: provider.id,
      request_id: requestId,
      redirect_to: redirectTo,
      flow_state_id: null,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .execute();
  const saml = logoutSaml(await identity.serviceProvider(), metadata, provider, requestId);
  const profile: Profile = {
    issuer: provider.entityId,
    nameID: signIn.name_id,
    nameIDFormat: signIn.name_id_format ?? "",
    ...(signIn.name_qualifier === null ? {} : { nameQualifier: signIn.name_qualifier }),
    ...(signIn.sp_name_qualifier === null ? {} : { spNameQualifier: signIn.sp_name_qualifier }),
    ...(signIn.session_index === null ? {} : { sessionIndex: signIn.session_index }),
  };
  return saml.getLogoutUrlAsync(profile, relayState, {});
}

async function answerRequest(
  identity: Identity,
  {
    message,
    read,
    provider,
    origin,
  }: { message: LogoutMessage; read: ReadMessage; provider: SsoProvider; origin: RequestOrigin },
): Promise<string> {
  const service = await identity.serviceProvider();
  const metadata = await currentMetadata(identity, provider);
  const saml = logoutSaml(service, metadata, provider);
  requireDestination(read, service);
  const profile = await verifyRequest(saml, message);
  const { nameID: nameId, sessionIndex } = profile;
  const ended = await endSignedOnSessions(identity.db, { providerId: provider.id, nameId, sessionIndex }, origin);
  if (metadata.signOutUrl === undefined) return identity.addresses.siteUrl;
  return saml.getLogoutResponseUrlAsync(profile, read.relayState, {}, ended > 0);
}

/** Nobody is signed out by the answer, so all that matters is that it is one to a request of ours. */
async function finish(
  { db, settings, addresses }: Identity,
  read: ReadMessage,
  provider: SsoProvider,
): Promise<string> {
  const lifetimeMs = durationMs(settings["auth.saml.relay_state_validity_period"]);
  if (!/^[0-9a-f-]{36}$/i.test(read.relayState)) throw new IdentityError("saml_relay_state_not_found");
  const remembered = await takeRelayState(db, { id: read.relayState, lifetimeMs, of: "sign-out" });
  const isAnswer = attributeOf(read.document.documentElement, "InResponseTo") === remembered.requestId;
  if (remembered.providerId !== provider.id || !isAnswer) throw new XmlRefusal("it answers another request");
  return remembered.redirectTo || addresses.siteUrl;
}

function requireDestination({ document }: ReadMessage, { sloUrl }: ServiceProvider): void {
  const destination = attributeOf(document.documentElement, "Destination");
  if (destination === undefined || destination === sloUrl) return;
  throw new XmlRefusal("it was sent to another address");
}

async function readMessage(message: LogoutMessage): Promise<ReadMessage> {
  const params = message.binding === "redirect" ? redirectParams(message.query).params : message.form;
  const kind = params.has("SAMLRequest") ? "SAMLRequest" : "SAMLResponse";
  const encoded = params.get(kind) ?? "";
  const xml = message.binding === "redirect" ? await inflated(encoded) : decodeBase64(encoded);
  const document = parseXml(xml, MAX_MESSAGE_LENGTH);
  requireLogoutShape(document);
  const root = document.documentElement;
  const name = kind === "SAMLRequest" ? "LogoutRequest" : "LogoutResponse";
  if (!isNamed(root, NAMESPACE.protocol, name)) throw new XmlRefusal(`it is no ${name}`);
  const issuer = textOf(onlyChildOf(root, NAMESPACE.assertion, "Issuer"));
  return { kind, document, issuer, relayState: params.get("RelayState") ?? "" };
}

async function inflated(encoded: string): Promise<string> {
  try {
    const bytes = await inflate(Buffer.from(encoded, "base64"), { maxOutputLength: MAX_MESSAGE_LENGTH });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new XmlRefusal("it is not compressed as it should be", { cause });
  }
}

const REDIRECT_PARAMETERS = ["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature"] as const;
const SIGNATURE_ALGORITHMS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);

/** What is signed is the text of the query, so it must have each parameter once and nothing besides. */
function redirectParams(query: string): { params: URLSearchParams; signed: string } {
  const params = new URLSearchParams(query);
  const names = [...params.keys()];
  const areKnown = names.every((name) => REDIRECT_PARAMETERS.some((known) => known === name));
  if (new Set(names).size < names.length || !areKnown || (params.has("SAMLRequest") && params.has("SAMLResponse"))) {
    throw new XmlRefusal("its address has other parameters than it should");
  }
  return { params, signed: query };
}

async function verifyRequest(saml: SAML, message: LogoutMessage): Promise<Profile> {
  try {
    const { profile } =
      message.binding === "redirect"
        ? await verifyRedirect(saml, message.query)
        : await saml.validatePostRequestAsync({ SAMLRequest: message.form.get("SAMLRequest") ?? "" }, {});
    if (profile !== null) return profile;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 300) : "";
    throw new XmlRefusal(reason || "its signature cannot be checked", { cause });
  }
  throw new XmlRefusal("it names nobody");
}

async function verifyRedirect(saml: SAML, query: string) {
  const { params, signed } = redirectParams(query);
  // Without these the library would take the message for one that need not be signed.
  if (!params.get("Signature") || !SIGNATURE_ALGORITHMS.has(params.get("SigAlg") ?? "")) {
    throw new XmlRefusal("it is not signed, or by a method that is not accepted");
  }
  return saml.validateRedirectAsync(Object.fromEntries(params), signed);
}

function logoutSaml(
  service: ServiceProvider,
  { certificates, signOnUrl, signOutUrl }: IdentityProviderMetadata,
  { entityId }: SsoProvider,
  requestId?: string,
): SAML {
  return new SAML({
    entryPoint: signOnUrl,
    ...(signOutUrl === undefined ? {} : { logoutUrl: signOutUrl }),
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    idpCert: [...certificates],
    idpIssuer: entityId,
    privateKey: service.key.privatePem,
    signatureAlgorithm: "sha256",
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}
