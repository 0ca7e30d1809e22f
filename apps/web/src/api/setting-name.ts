/** Words that are not written as keys write them. */
const SPELLINGS = new Map(
  "AAL API iOS IP JWKS JWT MFA OAuth OTP SAML SCIM SMS SMTP SSO TOTP TTL URI URL URLs WebAuthn"
    .split(" ")
    .map((spelling) => [spelling.toLowerCase(), spelling]),
);

/** What a setting is called in English: the end of its key, in words. */
export function settingName(key: string): string {
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
