import { Trash2 } from "lucide-react";
import type { RowAction } from "../control/row-menu.tsx";
import { playlistTexts } from "./messages.ts";

export function playlistActions(onDelete: () => void): readonly RowAction[] {
  return [{ label: playlistTexts.delete.action, icon: Trash2, onAction: onDelete, kind: "danger" }];
}
