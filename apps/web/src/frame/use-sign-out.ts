import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { dropPageTokens } from "../api/page-token.ts";
import { dropProviderTokens } from "../api/provider-tokens.ts";
import { providerSignOutAddress } from "../api/ui-settings.ts";
import { signOut } from "../api/user.ts";

/** Ends the session here, and where a provider gave it, there, too. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      dropPageTokens();
      if (dropProviderTokens()) {
        window.location.assign(providerSignOutAddress());
        return;
      }
      await navigate("/sign-in");
      queryClient.clear();
    },
  });
}
