import { Trash2 } from "lucide-react";
import type { RowAction } from "../control/row-menu.tsx";
import { messages } from "../messages/en.ts";

export function playlistActions(onDelete: () => void): readonly RowAction[] {
  return [{ label: messages.playlists.delete.action, icon: Trash2, onAction: onDelete, kind: "danger" }];
}
