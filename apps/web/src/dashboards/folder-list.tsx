import { useQuery } from "@tanstack/react-query";
import { FolderClosed } from "lucide-react";
import { Link } from "react-router";
import { childFoldersQuery } from "../api/folders.ts";
import { useMedia } from "../control/use-media.ts";
import { HAS_TREE } from "./beside-folders.tsx";
import { folderTexts } from "./folder-messages.ts";
import "./folder-list.css";

interface FolderListProps {
  /** Empty for the root. */
  readonly parent: string;
}

/** The folders that lie here, where no tree shows them; nothing where there are none. */
export function FolderList({ parent }: FolderListProps) {
  const hasTree = useMedia(HAS_TREE);
  const folders = useQuery({ ...childFoldersQuery(parent), enabled: !hasTree });
  if (hasTree || (folders.data ?? []).length === 0) return null;
  return (
    <ul className="v-folders" aria-label={folderTexts.folders}>
      {folders.data?.map(({ uid, title }) => (
        <li key={uid}>
          <Link className="v-folder" to={`/dashboards/f/${encodeURIComponent(uid)}`}>
            <FolderClosed aria-hidden />
            <span className="v-folder-title">{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
