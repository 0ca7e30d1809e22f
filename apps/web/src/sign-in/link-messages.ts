import { translated } from "../messages/translated.ts";

/** The texts of links and sign-ins with other services that did not work. */
export const linkTexts = translated("link", {
  title: "This link did not work",
  signInTitle: "This sign-in did not work",
  administrator: "For administrators",
  code: "Error code:",
  request: "Request id:",
  copy: "Copy",
  again: "Have another link sent",
  refusals: {
    otp_expired: {
      what: "The link has expired or was used before.",
      you: "Ask for a new one. Each link works once, and only the newest does.",
      administrator:
        "How long links work is the setting auth.email.otp_expiry. Under People an invitation can be sent again.",
    },
    access_denied: {
      what: "The sign-in was cancelled or not allowed.",
      you: "Try again, and agree to share your address when you are asked.",
      administrator: "The other service refused. Its own log says why.",
    },
    account_not_linked: {
      what: "Your address belongs to an account that signs in another way.",
      you: "Sign in the way you did before.",
      administrator:
        "Accounts are joined only when the other service has verified the address, or is one of auth.account_linking.trusted_providers, and while joining is on: auth.account_linking.enabled, and not auth.account_linking.disable_implicit_linking. People who are signed in can link it themselves where auth.enable_manual_linking is on.",
    },
    "email_doesn't_match": {
      what: "The other service gave a different address than your account has.",
      you: "Choose the account with the same address there.",
      administrator:
        "Linking needs equal addresses, unless auth.account_linking.allow_different_emails is on. The address counts that the other service has verified.",
    },
    identity_already_exists: {
      what: "That account of the other service is linked to an account here already.",
      you: "Choose another one there, or sign in with that one.",
      administrator:
        "Under People, whoever has it is found by the provider and its id, and the link can be taken away there.",
    },
    email_not_found: {
      what: "The other service did not give an e-mail address.",
      you: "Allow it to share your address, or sign in another way.",
      administrator:
        "The provider's scopes must include the address, and its own settings must let it be shared. Access › Providers › Try a sign-in shows what it says. Without an address people get in only where the provider's email_optional is on.",
    },
    signup_disabled: {
      what: "Nobody has an account with your address here.",
      you: "Ask an administrator for an invitation.",
      administrator: "Signing up is off: auth.disable_signup.",
    },
    user_banned: {
      what: "This account is locked out.",
      you: "Ask an administrator to let you in again.",
      administrator: "Under People the person can be let in again.",
    },
    provider_email_needs_verification: {
      what: "The other service has not verified your address. We have sent you a mail.",
      you: "Open the link in it, then sign in again.",
      administrator: "Providers that are trusted need no mail: auth.account_linking.trusted_providers.",
    },
    bad_oauth_state: {
      what: "The sign-in took too long, or it began in another browser.",
      you: "Begin again, and stay in this browser.",
      administrator: "People have five minutes at the other service. Cookies of this address must be allowed.",
    },
    link_missing: {
      what: "The address of this page has lost its token, or the page was opened by hand.",
      you: "Open the link in your mail again. Each works once: where it has been used, “Forgot the password?” sends a new one.",
      administrator: "Some mail scanners open links before people do. An invitation can be sent again under People.",
    },
    link_elsewhere: {
      what: "This link works only in the browser or program that asked for it.",
      you: "Open it there. Or have a code sent here, and type it.",
      administrator:
        "The link was asked for with a code_challenge (PKCE), so only whoever has its other half can redeem it. A program of your own names an address of its own as redirect_to.",
    },
    server_error: {
      what: "Something went wrong on the server.",
      you: "Try again in a moment.",
      administrator: "The server's log has the details.",
    },
  },
});
