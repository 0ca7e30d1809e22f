import { type HookHandlers, HookRefusal } from "@vedette/client/hooks";

/**
 * Who may sign up, by the domain of the address: an allowed domain is let in, otherwise a denied one is turned away,
 * and everybody else is let in.
 *
 * @example receiveHooks({ secrets, hooks: domainRules({ allow: ["partner.example.com"], deny: ["example.com"] }) })
 */
export function domainRules({ allow, deny }: { allow: readonly string[]; deny: readonly string[] }): HookHandlers {
  return {
    "before-user-created": ({ user }) => {
      const domain = user.email.slice(user.email.lastIndexOf("@") + 1);
      const matches = (entry: string) => domain === entry || domain.endsWith(`.${entry}`);
      if (allow.some(matches) || !deny.some(matches)) return undefined;
      throw new HookRefusal(403, "Sign-ups with addresses of this domain are not accepted.");
    },
  };
}
