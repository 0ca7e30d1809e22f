import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** A directory that keeps people here by SCIM 2.0. */
export const scimSettings = declareSettings({
  "auth.scim.enabled": {
    env: "VEDETTE_SCIM_ENABLED",
    field: "scim_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "A directory can create, change and remove its users and groups at /auth/v1/scim/v2. Experimental.",
  },
  "auth.scim.token": {
    env: "VEDETTE_SCIM_TOKEN",
    field: "scim_token",
    type: Type.String({ maxLength: 255, pattern: "^(\\S{32,})?$" }),
    default: "",
    secret: true,
    doc: "Bearer token of the directory, 32 characters at least. Empty: nobody is let in.",
  },
  "auth.scim.max_groups": {
    env: "VEDETTE_SCIM_MAX_GROUPS",
    type: Type.Integer({ minimum: 0, maximum: 100_000 }),
    default: 10_000,
    doc: "Maximum number of groups of the directory; further ones are rejected with 403.",
  },
  "auth.scim.max_group_members": {
    env: "VEDETTE_SCIM_MAX_GROUP_MEMBERS",
    type: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 10_000,
    doc: "Maximum number of members of one group of the directory; more are rejected with 400 invalidValue.",
  },
  "auth.scim.sso_provider": {
    env: "VEDETTE_SCIM_SSO_PROVIDER",
    field: "scim_sso_provider",
    type: Type.String({ maxLength: 36, pattern: "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$" }),
    default: "",
    doc: "Id of the single sign-on provider that people of the directory sign in with, and nowhere else. Empty: they are users like others, with a confirmed address and no password.",
  },
});
