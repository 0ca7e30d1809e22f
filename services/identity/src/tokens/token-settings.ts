import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { textOfFile } from "../settings/other-words.ts";

/** What access tokens say, and what signs them. */
export const tokenSettings = declareSettings({
  "auth.jwt_expiry": {
    env: "VEDETTE_JWT_EXP",
    field: "jwt_exp",
    type: Type.Integer({ minimum: 30, maximum: 604_800 }),
    default: 3600,
    doc: "Seconds for which an access token is valid.",
  },
  "auth.jwt_issuer": {
    env: "VEDETTE_JWT_ISSUER",
    type: Type.String({ maxLength: 2048 }),
    default: "",
    doc: "The iss claim of access tokens. Empty: the external URL.",
  },
  "auth.jwt_audience": {
    env: "VEDETTE_JWT_AUD",
    type: Type.String({ minLength: 1, maxLength: 255 }),
    default: "authenticated",
    doc: "Audience of users when a request names none.",
  },
  "auth.jwt_default_role": {
    env: "VEDETTE_JWT_DEFAULT_GROUP_NAME",
    type: Type.String({ minLength: 1, maxLength: 255 }),
    default: "authenticated",
    doc: "The role of a new user.",
  },
  "auth.jwt_admin_roles": {
    env: "VEDETTE_JWT_ADMIN_ROLES",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 }),
    default: ["service_role", "supabase_admin"],
    doc: "Roles whose access tokens may administer.",
  },
  "auth.jwt_secret": {
    env: "VEDETTE_JWT_SECRET",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "Shared secret of HS256 tokens: verifies tokens without a key id, and signs when it is all there is.",
    secret: true,
  },
  "auth.jwt_key_id": {
    env: "VEDETTE_JWT_KEY_ID",
    type: Type.String({ maxLength: 255 }),
    default: "",
    doc: "Key id (kid) that tokens signed by the shared secret carry. Empty: none.",
  },
  "auth.jwt_keys": {
    env: "VEDETTE_JWT_KEYS",
    alike: [{ key: "auth.signing_keys_path", read: textOfFile }],
    type: Type.String({ maxLength: 65_536 }),
    default: "",
    doc: "JSON array of private JWKs, exactly one with the operation sign. Empty: an ES256 key is made at first start.",
    secret: true,
  },
});
