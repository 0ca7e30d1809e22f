export { tryNormalizeEmail } from "./addresses/email.ts";
export {
  listIdentityProviders,
  listUsers,
  type Span,
  USER_STATES,
  type UserQuery,
  type UserState,
} from "./administration/list-users.ts";
export { type AdoptionPlan, planAdoption, refuseNewerSchema } from "./adoption/plan-adoption.ts";
export { type AuditActor, LOG_TYPE_BY_ACTION } from "./audit/audit-entry.ts";
export { changesTold, creationTold, removalTold, type ToldChange } from "./audit/told-change.ts";
export {
  type BrowserProof,
  type BrowserSession,
  type BrowserSessionEnd,
  type BrowserSignIn,
  closeBrowserSession,
  findBrowserSessionEnd,
  openBrowserSession,
  stayBrowserSession,
} from "./browser-sessions/browser-session.ts";
export {
  browserCookie,
  browserCookieName,
  browserCookies,
  clearedBrowserCookies,
  readBrowserCookie,
  readRememberCookie,
} from "./browser-sessions/cookie.ts";
export { issueAdministratorToken, issuePageToken, type PageToken } from "./browser-sessions/page-token.ts";
export { renewBrowserSession } from "./browser-sessions/renew-session.ts";
export { type CleanupOptions, startCleanup } from "./cleanup/start-cleanup.ts";
export { type Configuration, openConfiguration } from "./configuration/configuration.ts";
export { CONFIGURATION_ERRORS } from "./configuration/configuration-error.ts";
export { FIELD_FAULTS } from "./configuration/field-fault.ts";
export { notifyNewDevices } from "./devices/notify-new-devices.ts";
export { IDENTITY_ERRORS, IdentityError, type IdentityErrorCode } from "./errors.ts";
export { assessFactor, type FactorRequirement, isFactorRequiredOfRole } from "./factors/required-factor.ts";
export { externalGroups, QUALIFIED_GROUP, SCIM, THIRD_PARTY } from "./groups/external-groups.ts";
export { credentialOf, type Identification, identify } from "./identify.ts";
export type { ExternalIdentity } from "./identities/external-identity.ts";
export type { Identity } from "./identity.ts";
export type { IdentityTables } from "./identity-tables.ts";
export { clientKeyOf, limitRequest } from "./limits/limit-requests.ts";
export { countCodeTry, forgetCodeTries } from "./limits/limit-wrong-codes.ts";
export { MAIL_KINDS, MAIL_VARIABLES } from "./mails/mail-kinds.ts";
export { identityMigrations } from "./migrations.ts";
export { readFlowBrowser } from "./oauth/flow-browser.ts";
export { isKnownProvider } from "./oauth/list-providers.ts";
export { type IdentityOptions, openIdentity } from "./open-identity.ts";
export { isAllowedRedirect } from "./redirects/redirect-rules.ts";
export type { RequestOrigin } from "./request-origin.ts";
export { requirePerson } from "./routes/captcha.ts";
export { configurationRoutes, type TokenHolder } from "./routes/configuration.ts";
export { identityRoutes } from "./routes/identity-routes.ts";
export { originOf } from "./routes/request-reading.ts";
export { rootMetadataRoutes } from "./routes/well-known.ts";
export { type IdentitySettings, identitySettings } from "./settings.ts";
export { isKnownSsoProvider } from "./sso/sso-record.ts";
export { assuranceOfClaims } from "./third-party/read-third-party-token.ts";
export { createConfirmedUser, hashPassword } from "./users/create-confirmed-user.ts";
export { exportOwnData } from "./users/export-own-data.ts";
export { type Invitation, inviteUser } from "./users/invite-user.ts";
export { findUser, type StoredUser } from "./users/stored-user.ts";
