import { randomBytes, randomUUID } from "node:crypto";
import { SAML } from "@node-saml/node-saml";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { CodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { StepRecord } from "../oauth/record-steps.ts";
import { type StepDetails, UNWATCHED } from "../oauth/sign-in-steps.ts";
import { storeTrial } from "../oauth/trial-store.ts";
import { durationMs } from "../settings/duration.ts";
import { currentMetadata } from "./provider-metadata.ts";
import { findProvider, notFound, type ProviderQuery, providerName, type SsoProvider } from "./provider-store.ts";
import { SSO_SAML } from "./sign-in-store.ts";

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

export interface SignOnStart {
  readonly query: ProviderQuery;
  /** Allowed already. */
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Absent where a program asks, and a browser comes later. */
  readonly browserHash: Uint8Array | undefined;
}

/** A sign-in that has begun: what is remembered of it, and where the browser goes. */
interface StartedSignOn {
  readonly relayState: string;
  readonly url: string;
}

/**
 * Begins a sign-in at an identity provider.
 *
 * @throws IdentityError `sso_provider_not_found`, `sso_provider_disabled`
 */
export async function startSignOn(identity: Identity, { query, ...start }: SignOnStart): Promise<StartedSignOn> {
  return sendToProvider(identity, await requireProvider(identity, query), start);
}

/**
 * Sends a browser to an identity provider.
 *
 * @param trial - set for a sign-in that an administrator tries out: it notes the steps
 */
export async function sendToProvider(
  identity: Identity,
  provider: SsoProvider,
  { redirectTo, codeChallenge, browserHash, trial }: Omit<SignOnStart, "query"> & { readonly trial?: StepRecord },
): Promise<StartedSignOn> {
  const watch = trial ?? UNWATCHED;
  const { metadata, service } = await watch.run("set_up", () => bothSides(identity, provider), setUpDetails);
  const requestId = `_${randomBytes(20).toString("hex")}`;
  const relayState = randomUUID();
  const saml = new SAML({
    entryPoint: metadata.signOnUrl,
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    idpCert: [...metadata.certificates],
    privateKey: service.key.privatePem,
    signatureAlgorithm: "sha256",
    identifierFormat: provider.nameIdFormat ?? PERSISTENT,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  });
  const url = await watch.run(
    "authorization",
    () => saml.getAuthorizeUrlAsync(relayState, undefined, {}),
    () => ({ address: metadata.signOnUrl, name_id_format: provider.nameIdFormat ?? PERSISTENT }),
  );
  await identity.db.transaction().execute(async (trx) => {
    const flowStateId = codeChallenge && (await beginSignOnFlow(trx, provider, codeChallenge));
    await trx
      .insertInto("auth.saml_relay_states")
      .values({
        id: relayState,
        sso_provider_id: provider.id,
        request_id: requestId,
        redirect_to: redirectTo,
        flow_state_id: flowStateId ?? null,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .execute();
    const beginning = { id: relayState, browser_hash: browserHash ?? null, sign_on_url: url };
    await trx.insertInto("vedette.saml_beginnings").values(beginning).execute();
    if (trial === undefined) return;
    await storeTrial(trx, { id: relayState, provider: providerName(provider), steps: trial.steps() });
  });
  return { relayState, url };
}

async function bothSides(identity: Identity, provider: SsoProvider) {
  return { metadata: await currentMetadata(identity, provider), service: await identity.serviceProvider() };
}

function setUpDetails({ metadata, service }: Awaited<ReturnType<typeof bothSides>>): StepDetails {
  const { entityId, signOnUrl, signOutUrl, certificates, validUntil } = metadata;
  return {
    identity_provider: entityId,
    sign_on_url: signOnUrl,
    sign_out_url: signOutUrl,
    certificates: certificates.length,
    valid_until: validUntil?.toISOString(),
    entity_id: service.entityId,
    acs_url: service.acsUrl,
  };
}

/**
 * Takes a browser along to the identity provider, for a sign-in that a program began. The first browser that comes is
 * the sign-in's: only it can come back with the answer.
 *
 * @returns where the browser goes
 * @throws IdentityError `saml_relay_state_not_found`
 */
export async function goOnWithSignOn(
  { db, settings }: Pick<Identity, "db" | "settings">,
  { relayState, browserHash }: { relayState: string; browserHash: Uint8Array },
): Promise<string> {
  const seconds = durationMs(settings["auth.saml.relay_state_validity_period"]) / 1000;
  const begun = await db
    .updateTable("vedette.saml_beginnings as b")
    .from("auth.saml_relay_states as r")
    .whereRef("r.id", "=", "b.id")
    .where("b.id", "=", relayState)
    .where(sql<boolean>`r.created_at > now() - make_interval(secs => ${seconds})`)
    .where((eb) => eb.or([eb("b.browser_hash", "is", null), eb("b.browser_hash", "=", browserHash)]))
    .set({ browser_hash: browserHash })
    .returning("b.sign_on_url")
    .executeTakeFirst();
  if (begun === undefined) throw new IdentityError("saml_relay_state_not_found");
  return begun.sign_on_url;
}

/** @throws IdentityError `sso_provider_not_found`, `sso_provider_disabled` */
async function requireProvider({ db }: Identity, query: ProviderQuery): Promise<SsoProvider> {
  const provider = await findProvider(db, query);
  if (provider === undefined) throw notFound(query);
  if (provider.isDisabled) throw new IdentityError("sso_provider_disabled");
  return provider;
}

async function beginSignOnFlow(
  trx: Kysely<IdentityTables>,
  provider: SsoProvider,
  { challenge, method }: CodeChallenge,
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("auth.flow_state")
    .values({
      id,
      user_id: null,
      auth_code: randomUUID(),
      code_challenge: challenge,
      code_challenge_method: method,
      provider_type: providerName(provider),
      authentication_method: SSO_SAML,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .execute();
  return id;
}
