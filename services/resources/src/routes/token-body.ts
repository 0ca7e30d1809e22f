import { type Static, Type } from "typebox";
import { timestamp } from "../objects/version.ts";
import type { TokenInfo } from "../service-accounts/token-store.ts";

/** The number of an account or a token, in an address. */
export const NUMBER = "^[1-9][0-9]{0,17}$";
/** Without halves of surrogate pairs, which the database does not keep. */
export const Name = Type.String({ minLength: 1, maxLength: 190, pattern: "^\\P{Cs}*$" });
/** Ten years; a token for longer is one that never ends. */
const MAX_SECONDS_TO_LIVE = 315_360_000;
/** A token as somebody wishes for it. */
export const TokenBody = Type.Object({
  name: Name,
  /** 0 for one that never ends. */
  secondsToLive: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SECONDS_TO_LIVE })),
  /** The part of what its owner may do that it is for; absent for all of it. Without a scope: everywhere. */
  permissions: Type.Optional(
    Type.Array(
      Type.Object({
        action: Type.String({ maxLength: 100 }),
        scope: Type.Optional(Type.String({ maxLength: 600, pattern: "^\\P{Cs}*$" })),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  ),
});

/** The seconds to live of a token that never ends. */
export const FOREVER = 0;

/** @param usual - the seconds to live of a wish that says nothing of them */
export function readTokenWish({ name, secondsToLive, permissions }: Static<typeof TokenBody>, usual: number) {
  const seconds = secondsToLive ?? usual;
  return {
    name,
    secondsToLive: seconds === FOREVER ? undefined : seconds,
    permissions: permissions?.map(({ action, scope = "" }) => ({ action, scope: scope === "" ? "*" : scope })),
  };
}

export function tokenView<Token extends TokenInfo>({ created, expiration, lastUsedAt, ...token }: Token) {
  return {
    ...token,
    created: timestamp(created),
    expiration: expiration && timestamp(expiration),
    lastUsedAt: lastUsedAt && timestamp(lastUsedAt),
    isRevoked: false,
  };
}
