import { type EmailData, type HookHandlers, HookRefusal } from "@vedette/client/hooks";

/** Hands a mail to one provider; throws when that did not take it. */
export type MailProvider = (mail: { to: string; subject: string; text: string }) => Promise<void>;

const SUBJECTS: Readonly<Record<string, string>> = { en: "Your code", de: "Ihr Code", fr: "Votre code" };

/** Mails in the language that somebody chose at sign-up, by a second provider when the first does not take them. */
export function mailLanguages(providers: readonly MailProvider[]): HookHandlers {
  return {
    "send-email": async ({ user, email_data: data }) => {
      const language = String(user.user_metadata["lang"] ?? "en");
      const subject = SUBJECTS[language] ?? SUBJECTS["en"] ?? "";
      for (const { to, token, hash } of lettersOf(user, data)) {
        const link = `${data.site_url}/verify?token=${hash}&type=${data.email_action_type}&redirect_to=${encodeURIComponent(data.redirect_to)}`;
        await byFirstThatTakes(providers, { to, subject, text: `${token.slice(0, 6)}\n${link}` });
      }
      return undefined;
    },
  };
}

/** A change that both addresses confirm is two letters; the names of the hashes are crossed. */
function lettersOf(user: { email: string; new_email?: string }, data: EmailData) {
  const newEmail = user.new_email ?? user.email;
  if (data.email_action_type !== "email_change") return [{ to: user.email, token: data.token, hash: data.token_hash }];
  if (data.token_new === "") return [{ to: newEmail, token: data.token, hash: data.token_hash }];
  return [
    { to: user.email, token: data.token, hash: data.token_hash_new },
    { to: newEmail, token: data.token_new, hash: data.token_hash },
  ];
}

async function byFirstThatTakes(
  providers: readonly MailProvider[],
  mail: { to: string; subject: string; text: string },
): Promise<void> {
  for (const send of providers) {
    try {
      return await send(mail);
    } catch {
      // The next provider is asked.
    }
  }
  throw new HookRefusal(422, "The mail could not be sent. Try again later.");
}
