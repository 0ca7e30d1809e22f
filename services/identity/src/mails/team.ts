import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/** Whether somebody who belongs to the project has the address. */
type TeamMembership = (db: Kysely<IdentityTables>, email: string) => Promise<boolean>;

/** The people of the project. Another service knows them and says how to tell; until then there are none. */
export interface Team {
  readonly hasAddress: TeamMembership;
  /** From now on the given rule decides. */
  recognise(membership: TeamMembership): void;
}

export function createTeam(): Team {
  let decide: TeamMembership = async () => false;
  return {
    hasAddress: (db, email) => decide(db, email),
    recognise(membership) {
      decide = membership;
    },
  };
}
