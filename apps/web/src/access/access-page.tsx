import type { ReactNode } from "react";
import { may } from "../api/user.ts";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import type { AccessPageName } from "./access-pages.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { texts } from "./messages.ts";
import "./access.css";

interface AccessPageProps {
  readonly page: AccessPageName;
  /** Of a page below one of the pages; the name of that by default. */
  readonly title?: string;
  readonly actions?: ReactNode;
  /** After the sentence about the page. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the identity settings, for administrators. */
export function AccessPage({ page, title, actions, lead, children }: AccessPageProps) {
  const user = useCurrentUser();
  const name = texts.pages[page];
  if (!may(user, "identity.settings:write"))
    return <NoAccess title={name} neededRole="Admin" permission="identity.settings:write" />;
  const above = { label: texts.title, to: "/access/methods" };
  return (
    <Page
      title={title ?? name}
      trail={title === undefined ? [above] : [above, { label: name, to: `/access/${page}` }]}
      width="form"
      actions={actions}
    >
      <AccessTabs />
      <p className="v-section-lead">
        {texts.leads[page]} {lead}
      </p>
      {children}
    </Page>
  );
}
