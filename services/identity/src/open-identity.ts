import type { Database, KeyRing } from "@vedette/database";
import type { Delivery, Log } from "@vedette/delivery";
import { publicAddresses } from "./addresses/public-addresses.ts";
import { withAuditLog } from "./audit/audit-log.ts";
import { openHooks } from "./hooks/open-hooks.ts";
import type { Identity, ReadOutsideToken } from "./identity.ts";
import { createApiKeys } from "./keys/api-key.ts";
import { openPepper } from "./keys/pepper.ts";
import { openSigningKeys } from "./keys/signing-keys.ts";
import { openMailTemplates } from "./mails/mail-templates.ts";
import { createTeam } from "./mails/team.ts";
import { openProviders } from "./oauth/open-providers.ts";
import type { Argon2Cost } from "./passwords/argon2id.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { openServiceProvider } from "./saml/service-provider.ts";
import type { IdentitySettings } from "./settings.ts";
import { openThirdParty } from "./third-party/open-third-party.ts";
import { openEventRelay } from "./user-events/event-relay.ts";
import { tellUserEvent } from "./user-events/tell-user-event.ts";
import { eventOfEntry, eventPart } from "./user-events/user-event.ts";

export interface IdentityOptions {
  /** Migrated with `identityMigrations`. */
  readonly db: Database;
  /** Opens the signing key and the pepper. Machines that share a database share its key. */
  readonly keyRing: KeyRing;
  readonly settings: IdentitySettings;
  readonly delivery: Delivery;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly apiKeys: { readonly secretKey: string };
  /** Told of hooks that fail or that too many may execute, of templates that cannot be used, and of every security event. */
  readonly log?: Pick<Log, "warn"> & Partial<Pick<Log, "info">>;
  /** Where the value of a setting that is in force was written; the operator's own file if absent. */
  readonly sourceOf?: (setting: string) => string;
  /** The setting `security.outbound.allowed_hosts`; nobody else's private addresses are called if absent. */
  readonly allowedHosts?: readonly string[];
  /** Reads tokens of the provider through which people come to the pages. */
  readonly readOutsideToken?: ReadOutsideToken | undefined;
  /** Less than what is recommended, for tests about something else. */
  readonly argon2Cost?: Argon2Cost | undefined;
}

/**
 * Opens the service. The first time it makes the signing key and the pepper of one-time codes.
 *
 * @throws TypeError when the configured signing keys cannot be used; SettingsError when an issuer cannot; DatabaseError
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { settings, keyRing, delivery } = options;
  const relay = openEventRelay(options.db, delivery, (err) =>
    options.log?.warn({ err }, "what happened to users could not be queued; it is tried again"),
  );
  const db = withAuditLog(options.db, {
    settings,
    log: options.log,
    events: {
      partOf(entry, change) {
        const event = eventOfEntry(settings, entry);
        return event && eventPart(event, change);
      },
      onCommit: () => relay.ring(),
    },
  });
  const addresses = publicAddresses(settings, options.publicUrl);
  const { allowedHosts = [] } = options;
  const sourceOf = (setting: string) => options.sourceOf?.(setting) ?? "file";
  const isOperators = (setting: string) => options.sourceOf?.(setting) !== "stored";
  const warn: Identity["warn"] = (fields, message) => options.log?.warn(fields, message);
  const hooks = await openHooks({
    db,
    settings,
    log: options.log,
    sourceOf,
    allowedHosts,
    startCall: delivery.startHookCall,
  });
  delivery.tellEventsBy({ isOn: () => hooks.isEnabled("user_event"), tell: (event) => tellUserEvent(hooks, event) });
  const signingKeys = await openSigningKeys({ db, keyRing, settings });
  // What a process has left that ended between a change and its queueing.
  if (hooks.isEnabled("user_event")) relay.ring();
  return {
    db,
    settings,
    delivery,
    relay,
    keyRing,
    addresses,
    passwords: createPasswordHasher(settings, options.argon2Cost),
    signingKeys,
    apiKeys: createApiKeys(options.apiKeys),
    allowedHosts,
    warn,
    serviceProvider: openServiceProvider({ db, keyRing, settings, addresses, sourceOf }),
    thirdParty: openThirdParty({
      db,
      settings,
      log: options.log,
      ownIssuer: () => addresses.issuer,
      signingKeys,
      allowedHosts,
      isOperators,
      sourceOf,
    }),
    readOutsideToken: options.readOutsideToken,
    hooks,
    providers: openProviders({ db, warn, allowedHosts, isOperators }),
    mailTemplates: await openMailTemplates(settings, options.log),
    team: createTeam(),
    pepper: await openPepper(db, keyRing),
  };
}
