import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/**
 * What an administrator may change: `users` are the users without permissions that the administrator lacks; `everything`
 * includes settings, providers, hooks and keys, any of which can sign in as any user.
 */
export type Authority = "users" | "everything";

/** What another service knows about the people of the project. */
interface TeamRules {
  /** Whether somebody who belongs to the project has the address. */
  readonly hasAddress: (db: Kysely<IdentityTables>, email: string) => Promise<boolean>;
  /**
   * Whether nobody else who can come in administers the project. Waits for others who take administrators away, and they
   * for the end of this transaction.
   */
  readonly isLastAdministrator: (trx: Kysely<IdentityTables>, userId: string) => Promise<boolean>;
  /** Returns what a user may administer here now; `undefined` for nothing. */
  readonly authorityOf: (userId: string) => Promise<Authority | undefined>;
  /** Whether the first user holds every permission of the second. */
  readonly holdsAllOf: (holderId: string, userId: string) => Promise<boolean>;
  /** Takes away whatever somebody was given, in the transaction that deletes the account. */
  readonly forget: (trx: Kysely<IdentityTables>, userId: string) => Promise<void>;
}

/** The people of the project. Another service knows them and brings its rules; until then there are none. */
export interface Team extends TeamRules {
  /** From now on the given rules decide. */
  recognise(rules: TeamRules): void;
}

export function createTeam(): Team {
  let rules: TeamRules = {
    hasAddress: async () => false,
    forget: async () => {},
    isLastAdministrator: async () => false,
    authorityOf: async () => undefined,
    holdsAllOf: async () => false,
  };
  return {
    hasAddress: (db, email) => rules.hasAddress(db, email),
    forget: (trx, userId) => rules.forget(trx, userId),
    isLastAdministrator: (trx, userId) => rules.isLastAdministrator(trx, userId),
    authorityOf: (userId) => rules.authorityOf(userId),
    holdsAllOf: (holderId, userId) => rules.holdsAllOf(holderId, userId),
    recognise(others) {
      rules = others;
    },
  };
}
