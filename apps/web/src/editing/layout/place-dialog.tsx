import { useState } from "react";
import { FormDialog } from "../../control/dialog.tsx";
import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { editingMessages } from "../messages.ts";
import { NumberField } from "../option-control.tsx";
import { onGrid } from "./arrange.ts";

interface PlaceDialogProps {
  readonly name: string;
  readonly pos: GridPos;
  /** A row is as wide as the page. */
  readonly isRow: boolean;
  readonly onPut: (pos: GridPos) => void;
  readonly onClose: () => void;
}

/** The place of a panel in numbers: moving without dragging (WCAG 2.2, 2.5.7). */
export function PlaceDialog({ name, pos, isRow, onPut, onClose }: PlaceDialogProps) {
  const texts = editingMessages.layout;
  const [place, setPlace] = useState(pos);
  const field = (member: keyof GridPos, from: 0 | 1, max?: number) => (
    <NumberField
      label={texts.place[member]}
      value={place[member] + 1 - from}
      min={1}
      max={max}
      onChange={(value) => setPlace((now) => ({ ...now, [member]: Math.round(value ?? 1) - 1 + from }))}
    />
  );
  const take = () => {
    onPut(onGrid(place));
    onClose();
  };
  return (
    <FormDialog
      title={texts.placeTitle(name)}
      isOpen
      onClose={onClose}
      submit={texts.take}
      onSubmit={take}
      isPending={false}
      error={null}
    >
      <div className="v-edit-numbers">
        {!isRow && field("x", 0, 24)}
        {field("y", 0)}
        {!isRow && field("w", 1, 24)}
        {!isRow && field("h", 1, 100)}
      </div>
    </FormDialog>
  );
}
