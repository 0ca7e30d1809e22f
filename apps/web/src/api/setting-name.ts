/** Words that are not written as keys write them. */
const SPELLINGS = new Map(
  "AAL API iOS IP JWKS JWT MFA OAuth OTP SAML SID SCIM SMS SMTP SSO TOTP TTL URI URL URLs WebAuthn"
    .split(" ")
    .map((spelling) => [spelling.toLowerCase(), spelling]),
);

/** Where the words of the key would say nothing to people, or the same as those of another setting of the page. */
const NAMES: Readonly<Record<string, string>> = {
  "auth.email.enable_signup": "Email sign-up",
  "auth.email.double_confirm_changes": "Secure email change",
  "auth.email.allow_unverified_sign_ins": "Sign-in with an unconfirmed email",
  "auth.email.smtp.admin_email": "Sender address",
  "auth.email.smtp.pass": "Password",
  "auth.email.smtp.user": "User name",
  "auth.mfa.web_authn.enroll_enabled": "Security keys: add",
  "auth.mfa.web_authn.verify_enabled": "Security keys: accept",
  "auth.rate_limit.sign_in_sign_ups": "Sign-ups",
  "auth.rate_limit.sign_ups_per_domain": "Sign-ups per domain",
  "auth.rate_limit.token_refresh": "Sign-ins and refreshes",
  "auth.rate_limit.web3": "Wallet sign-ins",
  "auth.sms.enable_signup": "Phone sign-up",
  "auth.sms.autoconfirm": "Phone autoconfirm",
  "auth.sms.max_frequency": "SMS max frequency",
  "auth.sms.otp_expiry": "SMS OTP expiry",
  "auth.sms.otp_length": "SMS OTP length",
  "auth.web3.ethereum.enabled": "Ethereum wallets",
  "auth.web3.solana.enabled": "Solana wallets",
  "auth.webauthn.rp_display_name": "Name shown with passkeys",
  "auth.webauthn.rp_id": "Domain of passkeys",
  "auth.webauthn.rp_origins": "Origins of passkeys",
  "security.sb_forwarded_for_enabled": "Client address from Sb-Forwarded-For",
};

/** What a setting is called in English: the end of its key, in words. */
export function settingName(key: string): string {
  const own = NAMES[key];
  if (own !== undefined) return own;
  const parts = key.split(".");
  const isOfGroup =
    /^auth\.(hook|sms|captcha|passkey|webauthn|saml|third_party|rate_limit|email\.(smtp|template|notification)|external\.[a-z_]+)\./.test(
      key,
    );
  const words = (isOfGroup ? parts.slice(-1) : parts.slice(1))
    .flatMap((part) => part.split("_"))
    .map((word) => SPELLINGS.get(word) ?? word)
    .join(" ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
