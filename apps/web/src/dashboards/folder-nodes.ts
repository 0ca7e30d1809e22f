import type { PlacedFolder } from "../api/folders.ts";

/** A folder as the tree draws it. */
export interface FolderNode {
  readonly uid: string;
  readonly title: string;
  /** Empty for the root. */
  readonly parent: string;
  /** From 1. */
  readonly level: number;
  /** `undefined` where nothing lies in it. */
  readonly isOpen: boolean | undefined;
}

/**
 * The folders that are seen: those in open ones, by title. One whose parent may not be seen stands at the root.
 */
export function visibleFolders(folders: readonly PlacedFolder[], open: ReadonlySet<string>): readonly FolderNode[] {
  const known = new Set(folders.map(({ uid }) => uid));
  const byParent = Map.groupBy(folders, ({ folderUid = "" }) => (known.has(folderUid) ? folderUid : ""));
  const below = (parent: string, level: number): readonly FolderNode[] =>
    (byParent.get(parent) ?? [])
      .toSorted((one, other) => one.title.localeCompare(other.title, undefined, { numeric: true }))
      .flatMap(({ uid, title }) => {
        const isOpen = byParent.has(uid) ? open.has(uid) : undefined;
        return [{ uid, title, parent, level, isOpen }, ...(isOpen === true ? below(uid, level + 1) : [])];
      });
  return below("", 1);
}

/** What a key does to a tree with one folder in hand. */
export type TreeAct =
  | { readonly kind: "go"; readonly uid: string }
  | { readonly kind: "open" | "close"; readonly uid: string };

/** @see WAI-ARIA Authoring Practices, Tree View */
export function actOfTreeKey(key: string, nodes: readonly FolderNode[], inHand: string): TreeAct | undefined {
  const at = nodes.findIndex(({ uid }) => uid === inHand);
  const node = nodes[at];
  if (node === undefined) return undefined;
  const go = (next: FolderNode | undefined): TreeAct | undefined => next && { kind: "go", uid: next.uid };
  switch (key) {
    case "ArrowDown":
      return go(nodes[at + 1]);
    case "ArrowUp":
      return go(nodes[at - 1]);
    case "Home":
      return go(nodes[0]);
    case "End":
      return go(nodes.at(-1));
    case "ArrowRight":
      if (node.isOpen === undefined) return undefined;
      return node.isOpen ? go(nodes[at + 1]) : { kind: "open", uid: inHand };
    case "ArrowLeft":
      return node.isOpen === true ? { kind: "close", uid: inHand } : go(nodes.find(({ uid }) => uid === node.parent));
    default:
      return undefined;
  }
}

/**
 * The next folder that begins with what is typed, from the one in hand on and around; the same letter again goes to
 * the next one.
 */
export function folderTyped(typed: string, nodes: readonly FolderNode[], inHand: string): string | undefined {
  const [first = ""] = typed;
  const isOneLetter = typed === first.repeat(typed.length);
  const wanted = (isOneLetter ? first : typed).toLocaleLowerCase();
  const at =
    Math.max(
      0,
      nodes.findIndex(({ uid }) => uid === inHand),
    ) + (isOneLetter ? 1 : 0);
  const around = [...nodes.slice(at), ...nodes.slice(0, at)];
  return around.find(({ title }) => title.toLocaleLowerCase().startsWith(wanted))?.uid;
}
