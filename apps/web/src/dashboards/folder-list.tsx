import { useQuery } from "@tanstack/react-query";
import { FolderClosed } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { childFoldersQuery } from "../api/folders.ts";
import { Button } from "../control/button.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { useMedia } from "../control/use-media.ts";
import { messages } from "../messages/en.ts";
import { HAS_TREE } from "./beside-folders.tsx";
import { folderTexts } from "./folder-messages.ts";
import "./folder-list.css";

interface FolderListProps {
  /** Empty for the root. */
  readonly parent: string;
}

/** More would stand between the search and what it finds: of those only the first are shown. */
const MOST = 12;
const FIRST = 8;

interface AfterFoldersProps {
  /** Whose folders stand above; empty for the root, nothing for none at all. */
  readonly parent: string | undefined;
  readonly children: ReactNode;
}

/** What lies below the folders, once it is known how many they are: what came first would be pushed down. */
export function AfterFolders({ parent, children }: AfterFoldersProps) {
  const isAsked = !useMedia(HAS_TREE) && parent !== undefined;
  const { isLoading, failureCount } = useQuery({ ...childFoldersQuery(parent ?? ""), enabled: isAsked });
  if (isAsked && isLoading && failureCount === 0) return <SkeletonTable label={messages.loading} columns={4} />;
  return (
    <>
      {parent !== undefined && <FolderList parent={parent} />}
      {children}
    </>
  );
}

/** The folders that lie here, where no tree shows them; nothing where there are none. */
function FolderList({ parent }: FolderListProps) {
  const hasTree = useMedia(HAS_TREE);
  const folders = useQuery({ ...childFoldersQuery(parent), enabled: !hasTree });
  const [showsAll, setShowsAll] = useState(false);
  const all = folders.data ?? [];
  if (hasTree) return null;
  if (all.length === 0) return <MissingPart name={folderTexts.folders} query={folders} />;
  const hidden = showsAll || all.length <= MOST ? 0 : all.length - FIRST;
  return (
    <ul className="v-folders" aria-label={folderTexts.folders}>
      {all.slice(0, all.length - hidden).map(({ uid, title }) => (
        <li key={uid}>
          <Link className="v-folder" to={`/dashboards/f/${encodeURIComponent(uid)}`}>
            <FolderClosed aria-hidden />
            <span className="v-folder-title">{title}</span>
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {folderTexts.moreFolders(hidden)}
          </Button>
        </li>
      )}
    </ul>
  );
}
