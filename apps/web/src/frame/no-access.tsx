import { Lock } from "lucide-react";
import { LinkButton } from "../control/button.tsx";
import { messages } from "../messages/en.ts";
import { Page } from "./page.tsx";
import "../control/state.css";

interface NoAccessProps {
  /** The title of the page that was asked for. */
  readonly title: string;
  /** The least role that may see it. */
  readonly neededRole: string;
  /** What that role brings and is missing here, as the table of permissions names it. */
  readonly permission: string;
}

export function NoAccess({ title, neededRole, permission }: NoAccessProps) {
  return (
    <Page title={title}>
      <NoAccessState text={messages.noAccess.text(permission, neededRole)} />
    </Page>
  );
}

/** Stands where the content of a page would. @param text - which permission is missing, and who can grant it */
export function NoAccessState({ text }: { readonly text: string }) {
  return (
    <div className="v-state">
      <Lock className="v-state-icon" aria-hidden />
      <h2 className="v-state-title">{messages.noAccess.title}</h2>
      <p>{text}</p>
      <div className="v-state-actions">
        <LinkButton to="/">{messages.notFound.home}</LinkButton>
      </div>
    </div>
  );
}
