import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, FolderClosed, FolderOpen, LayoutDashboard } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { allFoldersQuery } from "../api/folders.ts";
import { recallList, remember } from "../browser-memory.ts";
import { folderTexts } from "./folder-messages.ts";
import { actOfTreeKey, type FolderNode, visibleFolders } from "./folder-nodes.ts";
import "./folder-tree.css";

interface FolderTreeProps {
  /** Uid of the folder that is looked at; empty for the root. */
  readonly current: string;
  /** Uids of the folders above it. */
  readonly above: readonly string[];
}

/** Every folder, one in another; one is in hand, as the keyboard sees it. */
export function FolderTree({ current, above }: FolderTreeProps) {
  const { data = [] } = useQuery(allFoldersQuery);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpenFolders();
  // The way to where one is stands open without being kept.
  const nodes = [ROOT, ...visibleFolders(data, new Set([...open, ...above]))];
  const [wanted, setWanted] = useState(current);
  const inHand = nodes.some(({ uid }) => uid === wanted) ? wanted : "";

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOfTreeKey(event.key, nodes, inHand);
    if (event.key === "Enter" || event.key === " ") void navigate(addressOf(inHand));
    else if (act?.kind === "go") {
      setWanted(act.uid);
      list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(act.uid)}"]`)?.focus();
    } else if (act !== undefined) setOpen(act.uid, act.kind === "open");
    else return;
    event.preventDefault();
  };

  return (
    <nav className="v-folder-tree" aria-label={folderTexts.folders}>
      <div role="tree" aria-label={folderTexts.folders} ref={list} onKeyDown={press}>
        {nodes.map((node) => (
          <TreeItem
            key={node.uid}
            node={node}
            isCurrent={node.uid === current}
            isInHand={node.uid === inHand}
            onFocus={() => setWanted(node.uid)}
            onToggle={() => setOpen(node.uid, node.isOpen === false)}
          />
        ))}
      </div>
    </nav>
  );
}

const ROOT: FolderNode = { uid: "", title: folderTexts.all, parent: "none", level: 1, isOpen: undefined };

interface TreeItemProps {
  readonly node: FolderNode;
  readonly isCurrent: boolean;
  readonly isInHand: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
}

function TreeItem({ node: { uid, title, level, isOpen }, isCurrent, isInHand, onFocus, onToggle }: TreeItemProps) {
  const Chevron = isOpen === true ? ChevronDown : ChevronRight;
  const Icon = uid === "" ? LayoutDashboard : isOpen === true ? FolderOpen : FolderClosed;
  return (
    <div
      role="treeitem"
      className="v-folder-node"
      style={indentOf(level)}
      data-folder={uid}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      aria-label={title}
      tabIndex={isInHand ? 0 : -1}
      onFocus={onFocus}
    >
      {isOpen === undefined ? (
        <span className="v-folder-chevron" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the keyboard has the arrows of the tree
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span className="v-folder-chevron" onClick={onToggle}>
          <Chevron aria-hidden />
        </span>
      )}
      <Link to={addressOf(uid)} tabIndex={-1} title={title}>
        <Icon aria-hidden />
        <span className="v-folder-title">{title}</span>
      </Link>
    </div>
  );
}

function indentOf(level: number): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, number> = { "--v-level": level - 1 };
  return style;
}

function addressOf(uid: string): string {
  return uid === "" ? "/dashboards" : `/dashboards/f/${encodeURIComponent(uid)}`;
}

const KEY = "vedette.folders.open";
/** This browser keeps so many open folders. */
const MOST = 200;

function useOpenFolders(): [ReadonlySet<string>, (uid: string, isOpen: boolean) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(recallList(KEY).filter((uid) => typeof uid === "string")),
  );
  const change = (uid: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(uid);
    else next.delete(uid);
    setOpen(next);
    remember(KEY, JSON.stringify([...next].slice(-MOST)));
  };
  return [open, change];
}
