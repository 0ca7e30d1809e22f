import { Type } from "typebox";

/** Clients send `null` or empty text for what they leave out. */
export const Text = (maxLength = 4096) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

export const Flag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

/** Free-form data; what keys it has is nobody's business here. */
export const Data = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

/** What every body may carry beside its own fields. */
export const FLOW_FIELDS = {
  code_challenge: Text(),
  code_challenge_method: Text(),
  redirect_to: Text(8192),
} as const;

/**
 * Parameters on the way to a provider and back: those that mean nothing here are for the provider. One that comes twice
 * is a list, and refused.
 */
export const ProviderParameters = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 8192 }), {
  maxProperties: 50,
});

/** The text of a field, or `undefined` where there is none worth the name. */
export function given(text: string | null | undefined): string | undefined {
  return text === null || text === "" ? undefined : text;
}

/** Names of providers: `google`, `custom:acme`. */
export const PROVIDER = "^[a-z0-9][a-z0-9_:-]{0,99}$";
