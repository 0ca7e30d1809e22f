import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { FOLDER_ANNOTATION, type NewPlace } from "../api/dashboards.ts";
import { type FolderName, folderQuery } from "../api/folders.ts";
import { messages } from "../messages/en.ts";

/** The query of a page that makes something, as other dashboard servers spell it: where that is to lie. */
export function inFolder(folder: FolderName | undefined): string {
  return folder === undefined ? "" : `?folderUid=${encodeURIComponent(folder.uid)}`;
}

interface WantedFolder {
  readonly trail: readonly { readonly label: string; readonly to: string }[];
  /** The page to go back to. */
  readonly to: string;
  /** What an object says that is to lie there. */
  readonly metadata: NewPlace;
}

/** The folder that the address names, else the list of all dashboards. */
export function useWantedFolder(): WantedFolder {
  const [query] = useSearchParams();
  const uid = query.get("folderUid") ?? "";
  const { data } = useQuery({ ...folderQuery(uid), enabled: uid !== "" });
  const all = { label: messages.dashboards.title, to: "/dashboards" };
  if (uid === "") return { trail: [all], to: all.to, metadata: {} };
  const to = `/dashboards/f/${encodeURIComponent(uid)}`;
  return {
    trail: [all, { label: data?.title ?? uid, to }],
    to,
    metadata: { annotations: { [FOLDER_ANNOTATION]: uid } },
  };
}
