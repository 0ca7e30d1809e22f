import type { IncomingHttpHeaders } from "node:http";
import type { KeyRing } from "@vedette/database";
import type { Delivery } from "@vedette/delivery";
import type { Kysely } from "kysely";
import type { PublicAddresses } from "./addresses/public-addresses.ts";
import type { Hooks } from "./hooks/open-hooks.ts";
import type { ExternalIdentity } from "./identities/external-identity.ts";
import type { IdentityTables } from "./identity-tables.ts";
import type { ApiKeys } from "./keys/api-key.ts";
import type { SigningKeys } from "./keys/signing-keys.ts";
import type { MailTemplates } from "./mails/mail-templates.ts";
import type { Team } from "./mails/team.ts";
import type { Providers } from "./oauth/open-providers.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { ReadServiceProvider } from "./saml/service-provider.ts";
import type { IdentitySettings } from "./settings.ts";
import type { ThirdParty } from "./third-party/open-third-party.ts";
import type { EventRelay } from "./user-events/event-relay.ts";

/**
 * Finds whose token of the operator's own provider a request carries; every signature has been checked.
 *
 * @returns `undefined` where it carries none that is worth something
 */
export type ReadOutsideToken = (headers: IncomingHttpHeaders) => Promise<ExternalIdentity | undefined>;

/** What the rules of this service work with. Made once by `openIdentity`; rules name the parts they need. */
export interface Identity {
  readonly db: Kysely<IdentityTables>;
  readonly settings: IdentitySettings;
  readonly addresses: PublicAddresses;
  readonly delivery: Delivery;
  readonly passwords: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly apiKeys: ApiKeys;
  /** This service as SAML identity providers know it. */
  readonly serviceProvider: ReadServiceProvider;
  /** The setting `security.outbound.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  /** Tells the operator of what went wrong without anybody's request failing. */
  readonly warn: (fields: object, message: string) => void;
  /** Other issuers whose tokens are accepted outside of this service. */
  readonly thirdParty: ThirdParty;
  /** Reads tokens of the provider through which people come to the pages; absent where there is none. */
  readonly readOutsideToken?: ReadOutsideToken | undefined;
  readonly hooks: Hooks;
  /** Moves what happened to users into the queue of events. */
  readonly relay: EventRelay;
  /** Whom people sign in with instead of a password. */
  readonly providers: Providers;
  /** Writes the mails. */
  readonly mailTemplates: MailTemplates;
  /** Seals the secrets of second factors. */
  readonly keyRing: KeyRing;
  /** Who belongs to the project: the built-in sender writes to them without being told. */
  readonly team: Team;
  /** Keeps the hashes of six-digit codes and of addresses from being tabulated. */
  readonly pepper: Uint8Array;
}
