import { useQuery } from "@tanstack/react-query";
import { changedSettingsQuery } from "../api/changed-settings.ts";
import { may } from "../api/user.ts";
import { useCurrentUser } from "../session/current-user.tsx";

/**
 * Whether this server keeps its mails, since neither a mail server nor a hook takes them. Known to those who may read
 * settings and mails.
 */
export function useIsMailKept(): boolean {
  const user = useCurrentUser();
  const { data: changed } = useQuery({
    ...changedSettingsQuery,
    enabled: may(user, "identity.settings:write") && may(user, "mails:read"),
  });
  return changed !== undefined && !changed.some((key) => SENDERS.has(key));
}

const SENDERS = new Set(["auth.email.smtp.host", "auth.hook.send_email.enabled"]);
