import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** What passwords must be like, how they are kept, and what changing one takes. */
export const passwordSettings = declareSettings({
  "auth.minimum_password_length": {
    env: "VEDETTE_PASSWORD_MIN_LENGTH",
    field: "password_min_length",
    type: Type.Integer({ minimum: 6, maximum: 72 }),
    default: 6,
    doc: "Characters that a new password must have at least.",
  },
  "auth.password.required_characters": {
    env: "VEDETTE_PASSWORD_REQUIRED_CHARACTERS",
    field: "password_required_characters",
    type: Type.String({ maxLength: 1024 }),
    default: "",
    doc: "Sets of characters separated by colons; a new password needs one of each. A colon itself is written \\:.",
  },
  "auth.password_requirements": {
    env: "VEDETTE_PASSWORD_REQUIREMENTS",
    type: Type.Union([
      Type.Literal(""),
      Type.Literal("letters_digits"),
      Type.Literal("lower_upper_letters_digits"),
      Type.Literal("lower_upper_letters_digits_symbols"),
    ]),
    default: "",
    doc: "Kinds of character that a new password needs, by name; auth.password.required_characters wins.",
  },
  "auth.password.refuse_breached": {
    env: "VEDETTE_PASSWORD_HIBP_ENABLED",
    field: "password_hibp_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "New passwords must not be among the commonest of known breaches. The list is built in; nobody else is asked.",
  },
  "auth.email.secure_password_change": {
    env: "VEDETTE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
    field: "security_update_password_require_reauthentication",
    type: Type.Boolean(),
    default: false,
    doc: "Changing a password in a session older than 24 hours needs a code that was sent for it.",
  },
  "auth.password.hash": {
    env: "VEDETTE_PASSWORD_HASH",
    type: Type.Union([Type.Literal("argon2id"), Type.Literal("bcrypt")]),
    default: "argon2id",
    doc: "How new passwords are hashed: argon2id (19 MiB, 2 passes) or bcrypt (cost 10). These and scrypt are always accepted.",
  },
  "auth.password.require_current": {
    env: "VEDETTE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    type: Type.Boolean(),
    default: false,
    doc: "Changing a password needs the current one, unless the session came from a code or link.",
  },
});
