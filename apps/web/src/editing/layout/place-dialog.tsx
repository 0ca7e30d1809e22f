import { useState } from "react";
import { FormDialog } from "../../control/dialog.tsx";
import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { editingMessages } from "../messages.ts";
import { onGrid } from "./arrange.ts";
import { PlaceFields } from "./place-fields.tsx";

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
      <PlaceFields pos={place} isRow={isRow} onChange={setPlace} />
    </FormDialog>
  );
}
