import { type HookHandlers, HookRefusal } from "@vedette/client/hooks";

/** Nobody new by this provider. Whoever came by it before still signs in: that creates nobody. */
export function refuseProvider(provider: string): HookHandlers {
  return {
    "before-user-created": ({ user }) => {
      if (user.app_metadata.provider !== provider) return undefined;
      throw new HookRefusal(403, `Sign-ups by ${provider} are not accepted. Use another way to sign up.`);
    },
  };
}
