import { useQuery } from "@tanstack/react-query";
import { draftedQuery } from "../api/drafts.ts";

/** Names of the dashboards that whoever looks has changed and not saved. */
export function useDrafted(isEditor: boolean): ReadonlySet<string> {
  const { data } = useQuery({ ...draftedQuery, enabled: isEditor });
  return new Set(data);
}
