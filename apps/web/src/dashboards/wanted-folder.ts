import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { FOLDER_ANNOTATION, type NewPlace } from "../api/dashboards.ts";
import { type Folder, folderQuery } from "../api/folders.ts";
import { mayDo } from "../api/user.ts";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";

type Place = Pick<Folder, "uid" | "canEdit"> | undefined;

/** Whether somebody may make dashboards in a folder; without one, wherever they like. */
export function useMayMake(folder: Place): boolean {
  const mayMake = mayDo(useCurrentUser(), "dashboards:create");
  return mayMake || folder?.canEdit === true;
}

export function toNew(folder: Place): string {
  return `/dashboards/new${inFolder(folder)}`;
}

export function toImport(folder: Place): string {
  return `/dashboards/import${inFolder(folder)}`;
}

/** As other dashboard servers spell it: where what is made is to lie. */
function inFolder(folder: Place): string {
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
