import type { Choice } from "./document-option.ts";
import { editingMessages } from "./messages.ts";

/** Names that documents use for colours; each has a shade of its own in both themes. */
export const COLOR_CHOICES: readonly Choice[] = Object.entries(editingMessages.colors).map(([id, label]) => ({
  id,
  label,
}));
