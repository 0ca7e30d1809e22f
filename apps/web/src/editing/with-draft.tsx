import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Dashboard, dashboardQuery } from "../api/dashboards.ts";
import { ErrorState } from "../control/error-state.tsx";
import { Page } from "../frame/page.tsx";
import { type Draft, useDraft } from "./use-draft.ts";

interface WithDraftProps {
  readonly uid: string;
  /** The panel that is changed, where it is one. */
  readonly panelId?: number;
  readonly children: (draft: Draft, stored: Dashboard) => ReactNode;
}

/** Loads a dashboard and what this browser kept of its changes, and then shows a page of it. */
export function WithDraft({ uid, ...rest }: WithDraftProps) {
  const { data, error, refetch } = useQuery({ ...dashboardQuery(uid), staleTime: Number.POSITIVE_INFINITY });
  if (data !== undefined) return <Drafted key={uid} uid={uid} stored={data} {...rest} />;
  return (
    <Page title={uid} width="full">
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Drafted({ uid, stored, panelId, children }: WithDraftProps & { readonly stored: Dashboard }) {
  const draft = useDraft(uid, stored, panelId);
  return draft === undefined ? <Page title={stored.spec.title}>{null}</Page> : children(draft, stored);
}
