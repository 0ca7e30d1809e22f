import { useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { useEffect } from "react";
import { providerAddress, uiSettingsQuery } from "../api/ui-settings.ts";
import { messages } from "../messages/en.ts";
import "../control/button.css";

interface ProviderEntryProps {
  /** Path of the page to come back to. */
  readonly next: string;
}

/** Leads to the OpenID provider where the operator has set one; nothing elsewhere. */
export function ProviderEntry({ next }: ProviderEntryProps) {
  const { data: settings } = useQuery(uiSettingsQuery);
  const isDirect = settings?.Auth.Enabled === true && settings.Auth.RedirectToProvider;
  const address = providerAddress(next);
  useEffect(() => {
    if (isDirect) window.location.replace(address);
  }, [isDirect, address]);
  if (settings?.Auth.Enabled !== true) return null;
  return (
    <a className="v-button" data-kind="primary" href={address}>
      <LogIn aria-hidden />
      {messages.signIn.byProvider(settings.Auth.Label)}
    </a>
  );
}
