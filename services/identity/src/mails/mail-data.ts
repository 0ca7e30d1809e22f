import type { Identity } from "../identity.ts";
import type { MailData } from "./mail-templates.ts";
import type { MailedUser } from "./queue-link-mail.ts";

/** What every mail can say. */
export function personData(
  { addresses }: Pick<Identity, "addresses">,
  { email, raw_user_meta_data: data }: Pick<MailedUser, "email" | "raw_user_meta_data">,
): MailData {
  return {
    SiteURL: addresses.siteUrl,
    SiteHost: new URL(addresses.siteUrl).host,
    Email: email ?? "",
    Data: data ?? {},
  };
}
