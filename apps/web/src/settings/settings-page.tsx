import type { ReactNode } from "react";
import { may } from "../api/user.ts";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

interface SettingsPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Whether everybody may open it; administrators only unless given. */
  readonly isForAll?: boolean;
  readonly children: ReactNode;
}

/** A page of the settings under its tabs. */
export function SettingsPage({ title, lead, isForAll = false, children }: SettingsPageProps) {
  const user = useCurrentUser();
  if (!isForAll && !may(user, "settings:read"))
    return <NoAccess title={title} neededRole="Admin" permission="settings:read" />;
  return (
    <Page title={title} trail={[{ label: texts.title, to: "/settings" }]} width="form">
      <SettingsTabs />
      <p className="v-section-lead">{lead}</p>
      {children}
    </Page>
  );
}
