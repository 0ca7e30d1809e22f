import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, FolderClosed, FolderOpen, LayoutDashboard } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useNavigate } from "react-router";
import { allFoldersQuery } from "../api/folders.ts";
import { recallList, remember } from "../browser-memory.ts";
import { MissingPart } from "../control/missing-part.tsx";
import { folderTexts } from "./folder-messages.ts";
import { actOfTreeKey, type FolderNode, folderTyped, type TreeAct, visibleFolders } from "./folder-nodes.ts";
import "./folder-tree.css";

interface FolderTreeProps {
  /** Uid of the folder that is looked at; empty for the root. */
  readonly current: string;
  /** Uids of the folders above it. */
  readonly above: readonly string[];
}

/** Every folder, one in another; one is in hand, as the keyboard sees it. */
export function FolderTree({ current, above }: FolderTreeProps) {
  const folders = useQuery(allFoldersQuery);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpenFolders([...above, current]);
  const nodes = useMemo(() => [ROOT, ...visibleFolders(folders.data ?? [], open)], [folders.data, open]);
  // The list beside it does not wait for thousands of folders.
  const drawn = useDeferredValue(nodes, nodes.slice(0, AT_FIRST));
  const typeAhead = useTypeAhead();
  const [wanted, setWanted] = useState(current);
  const inHand = nodes.some(({ uid }) => uid === wanted) ? wanted : "";

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = typeAhead(event);
    const act = typed === "" ? actOfTreeKey(event.key, nodes, inHand) : goToTyped(typed, nodes, inHand);
    if (event.key === "Enter" || (event.key === " " && typed === "")) void navigate(addressOf(inHand));
    else if (act?.kind === "go") {
      setWanted(act.uid);
      list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(act.uid)}"]`)?.focus();
    } else if (act !== undefined) setOpen(act.uid, act.kind === "open");
    else if (typed === "") return;
    // What is typed here is no shortcut of the page.
    event.preventDefault();
  };

  return (
    <nav className="v-folder-tree" aria-label={folderTexts.folders}>
      <div role="tree" aria-label={folderTexts.folders} ref={list} onKeyDown={press}>
        {drawn.map((node) => (
          <TreeItem
            key={node.uid}
            node={node}
            isCurrent={node.uid === current}
            isInHand={node.uid === inHand}
            onFocus={setWanted}
            onToggle={setOpen}
          />
        ))}
      </div>
      <MissingPart name={folderTexts.folders} query={folders} />
    </nav>
  );
}

/** More than a screen has room for. */
const AT_FIRST = 60;

function goToTyped(typed: string, nodes: readonly FolderNode[], inHand: string): TreeAct | undefined {
  const uid = folderTyped(typed, nodes, inHand);
  return uid === undefined ? undefined : { kind: "go", uid };
}

const ROOT: FolderNode = { uid: "", title: folderTexts.all, parent: "none", level: 1, isOpen: undefined };

interface TreeItemProps {
  readonly node: FolderNode;
  readonly isCurrent: boolean;
  readonly isInHand: boolean;
  readonly onFocus: (uid: string) => void;
  readonly onToggle: (uid: string, isOpen: boolean) => void;
}

/** There may be thousands, of which one press changes two. */
const TreeItem = memo(function TreeItem({ node, isCurrent, isInHand, onFocus, onToggle }: TreeItemProps) {
  const { uid, title, level, isOpen } = node;
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
      onFocus={() => onFocus(uid)}
    >
      {isOpen === undefined ? (
        <span className="v-folder-chevron" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the keyboard has the arrows of the tree
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span className="v-folder-chevron" onClick={() => onToggle(uid, !isOpen)}>
          <Chevron aria-hidden />
        </span>
      )}
      <Link to={addressOf(uid)} tabIndex={-1} title={title}>
        <Icon aria-hidden />
        <span className="v-folder-title">{title}</span>
      </Link>
    </div>
  );
});

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

/** @param way - folders that stand open until somebody closes them, without being kept */
function useOpenFolders(
  way: readonly string[],
): [open: ReadonlySet<string>, change: (uid: string, isOpen: boolean) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([...keptOpen(), ...way]));
  const change = useCallback((uid: string, isOpen: boolean) => {
    setOpen((before) => changed(before, uid, isOpen));
    remember(KEY, JSON.stringify([...changed(keptOpen(), uid, isOpen)].slice(-MOST)));
  }, []);
  return [open, change];
}

function keptOpen(): ReadonlySet<string> {
  return new Set(recallList(KEY).filter((uid) => typeof uid === "string"));
}

function changed(open: ReadonlySet<string>, uid: string, isOpen: boolean): ReadonlySet<string> {
  const others = [...open].filter((one) => one !== uid);
  return new Set(isOpen ? [...others, uid] : others);
}

/** Milliseconds within which letters belong to one word. */
const WORD_MS = 700;

/** Gathers what is typed. @returns the word so far; empty for keys that are no letter */
function useTypeAhead(): (event: KeyboardEvent) => string {
  const word = useRef({ text: "", at: 0 });
  return ({ key, timeStamp }) => {
    const before = timeStamp - word.current.at < WORD_MS ? word.current.text : "";
    const text = key.length !== 1 || (key === " " && before === "") ? "" : before + key;
    word.current = { text, at: timeStamp };
    return text;
  };
}
