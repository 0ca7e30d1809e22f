import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../control/empty-state.tsx";
import { ChangeContext } from "../control/unreachable.ts";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "./current-user.tsx";

/** What changes something: absent while the server refuses every change, and waiting while it cannot be reached. */
export function Writable({ children }: { readonly children: ReactNode }) {
  return useCurrentUser().isReadOnly ? null : <ChangeContext value>{children}</ChangeContext>;
}

interface WritablePageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that is there for a change alone; it says why there is none. */
export function WritablePage({ title, children }: WritablePageProps) {
  if (!useCurrentUser().isReadOnly) return children;
  return (
    <Page title={title}>
      <EmptyState icon={Lock} title={title} text={messages.frame.readOnly} />
    </Page>
  );
}
