/** The value that a field of the configuration endpoint has, or will have. */
export type FieldReader = (field: string) => unknown;

/** Whether users of some role or sign-in method need a second factor. */
export function isFactorRequired(read: FieldReader): boolean {
  return ["mfa_required_roles", "mfa_required_providers"].some((field) => {
    const value = read(field);
    return Array.isArray(value) && value.length > 0;
  });
}

/**
 * Says why a second factor that is required could not be added by anyone, which would lock its users out.
 *
 * @returns `undefined` where none is required, or one kind can be added
 */
export function lockoutOf(read: FieldReader): string | undefined {
  if (!isFactorRequired(read) || KINDS.some((kind) => canAdd(kind, read))) return undefined;
  const isPhoneAlone = isSwitchedOn("mfa_phone", read);
  return isPhoneAlone
    ? "a second factor is required, but only phones can be added, and there is no SMS provider or hook"
    : "a second factor can be required only while one kind of factor can be added and verified";
}

/** Whether a change of the field can make a required factor unavailable. */
export function concernsFactors(field: string): boolean {
  return field.startsWith("mfa_") || SMS_FIELDS.includes(field);
}

const KINDS = ["mfa_totp", "mfa_phone", "mfa_web_authn"] as const;
const SMS_FIELDS: readonly string[] = ["sms_provider", "sms_use_inbox", "hook_send_sms_enabled"];

function canAdd(kind: (typeof KINDS)[number], read: FieldReader): boolean {
  return isSwitchedOn(kind, read) && (kind !== "mfa_phone" || canSendSms(read));
}

function isSwitchedOn(kind: (typeof KINDS)[number], read: FieldReader): boolean {
  return read(`${kind}_enroll_enabled`) === true && read(`${kind}_verify_enabled`) === true;
}

function canSendSms(read: FieldReader): boolean {
  const provider = read("sms_provider");
  const hasProvider = typeof provider === "string" && provider !== "";
  return hasProvider || read("sms_use_inbox") === true || read("hook_send_sms_enabled") === true;
}
