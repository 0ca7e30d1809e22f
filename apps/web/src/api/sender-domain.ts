import { asAdministrator } from "./identity.ts";

/** What the name service says of one thing that receivers of mails look for. */
export interface DomainRecord {
  readonly check: "spf" | "dkim" | "dmarc";
  /** `unknown`: nobody could be asked. */
  readonly state: "found" | "missing" | "unknown";
  readonly name: string;
  readonly value: string;
}

export interface SenderDomain {
  readonly domain: string;
  readonly records: readonly DomainRecord[];
}

/** @param selector - the name of the DKIM key; usual ones are tried where it is empty */
export function lookUpSenderDomain(selector: string): Promise<SenderDomain> {
  return asAdministrator<SenderDomain>("admin/mail-server/domain", { query: { selector } });
}
