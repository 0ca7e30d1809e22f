import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { type Dashboard, dashboardQuery, readOnlyReason } from "../api/dashboards.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { editingMessages } from "./messages.ts";
import { type Draft, useDraft } from "./use-draft.ts";

interface WithDraftProps {
  readonly uid: string;
  /** The panel that is changed, where it is one. */
  readonly panelId?: number | undefined;
  /** What stands there until it is known whether there is a draft. */
  readonly meanwhile?: ReactNode;
  readonly children: (draft: Draft, stored: Dashboard) => ReactNode;
}

/** Loads a dashboard and what this browser kept of its changes, and then shows a page of it. */
export function WithDraft({ uid, ...rest }: WithDraftProps) {
  const { data, error, refetch } = useQuery({ ...dashboardQuery(uid), staleTime: Number.POSITIVE_INFINITY });
  if (data !== undefined) {
    const { title } = data.spec;
    const readOnly = readOnlyReason(data);
    if (readOnly === "not-allowed") return <NoAccess title={title} neededRole="Editor" permission="dashboards:write" />;
    if (readOnly === "managed") return <Managed title={title} />;
    return <Drafted key={uid} uid={uid} stored={data} {...rest} />;
  }
  return (
    <Page title={uid} width="full">
      {error === null ? (
        <SkeletonTable label={messages.loading} columns={3} />
      ) : (
        <PageFault error={error} onRetry={() => void refetch()} permission="dashboards:read" wanted={uid} />
      )}
    </Page>
  );
}

function Managed({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <EmptyState icon={Lock} title={editingMessages.managed} text={editingMessages.managedText} />
    </Page>
  );
}

function Drafted({ uid, stored, panelId, meanwhile, children }: WithDraftProps & { readonly stored: Dashboard }) {
  const draft = useDraft(uid, stored, panelId);
  if (draft !== undefined) return children(draft, stored);
  if (meanwhile !== undefined) return meanwhile;
  return (
    <Page title={stored.spec.title}>
      <SkeletonTable label={messages.loading} columns={3} />
    </Page>
  );
}
