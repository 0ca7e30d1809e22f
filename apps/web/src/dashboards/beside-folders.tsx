import { lazy, type ReactNode, Suspense } from "react";
import type { Folder } from "../api/folders.ts";
import { useMedia } from "../control/use-media.ts";
import "./beside-folders.css";

const FolderTree = lazy(async () => ({ default: (await import("./folder-tree.tsx")).FolderTree }));

/** Where the tree of folders has room beside the list. */
export const HAS_TREE = "(width >= 64rem)";

interface BesideFoldersProps {
  /** The one that is looked at; nothing for the root. */
  readonly folder: Folder | undefined;
  readonly children: ReactNode;
}

/** A list with the tree of folders to its left, where there is room. */
export function BesideFolders({ folder, children }: BesideFoldersProps) {
  const hasTree = useMedia(HAS_TREE);
  const { uid = "", parents = [] } = folder ?? {};
  return (
    <div className="v-beside-folders" data-tree={hasTree || undefined}>
      {hasTree && (
        <Suspense fallback={<span />}>
          <FolderTree key={uid} current={uid} above={parents.map((parent) => parent.uid)} />
        </Suspense>
      )}
      <div className="v-dashboard-rows">{children}</div>
    </div>
  );
}
