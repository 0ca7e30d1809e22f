import type { Account } from "../api/identity.ts";
import { texts } from "./messages.ts";

/** How people call somebody: by the address, or else by the number. */
export function titleOfPerson(account: Account | undefined): string {
  if (account === undefined) return texts.team.person;
  return account.email || (account.phone === "" ? account.id : `+${account.phone}`);
}
