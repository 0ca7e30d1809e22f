import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { editingMessages } from "../messages.ts";
import { NumberField } from "../option-control.tsx";

interface PlaceFieldsProps {
  readonly pos: GridPos;
  /** A row is as wide as the page. */
  readonly isRow: boolean;
  readonly onChange: (pos: GridPos) => void;
}

/** Place and size in numbers. */
export function PlaceFields({ pos, isRow, onChange }: PlaceFieldsProps) {
  const field = (member: keyof GridPos, from: 0 | 1, max?: number) => (
    <NumberField
      label={editingMessages.layout.place[member]}
      value={pos[member] + 1 - from}
      min={1}
      max={max}
      onChange={(value) => onChange({ ...pos, [member]: Math.round(value ?? 1) - 1 + from })}
    />
  );
  return (
    <div className="v-edit-numbers">
      {!isRow && field("x", 0, 24)}
      {field("y", 0)}
      {!isRow && field("w", 1, 24)}
      {!isRow && field("h", 1, 100)}
    </div>
  );
}
