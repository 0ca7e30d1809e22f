import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { dropPageTokens } from "../api/page-token.ts";
import { dropProviderTokens } from "../api/provider-tokens.ts";
import { providerSignOutAddress } from "../api/ui-settings.ts";
import { signOut } from "../api/user.ts";
import { runAction } from "../control/toast-store.ts";
import { messages } from "../messages/en.ts";

/** Ends the session here, and where a provider gave it, there, too; says so where it goes on. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    dropPageTokens();
    if (dropProviderTokens()) {
      window.location.assign(providerSignOutAddress());
      return;
    }
    await navigate("/sign-in");
    queryClient.clear();
  };
  return useMutation({
    mutationFn: () =>
      runAction({
        title: messages.notDone,
        text: messages.frame.stillSignedIn,
        action: { label: messages.frame.signOut, run: leave },
      }),
  });
}
