import type { Account } from "../api/identity.ts";
import { messages } from "../messages/en.ts";

/** How people call somebody: by the address, or else by the number. */
export function titleOfPerson(account: Account | undefined): string {
  if (account === undefined) return messages.loading;
  return account.email || (account.phone === "" ? account.id : `+${account.phone}`);
}
