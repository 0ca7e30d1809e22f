import { ChevronRight } from "lucide-react";
import { type MouseEvent, type ReactNode, use, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { TableHeadContext } from "./table-head-context.ts";
import { useIsPhone } from "./use-media.ts";
import "./dialog.css";
import "./table-row.css";

interface TableRowProps {
  /** What the row is about, in words. */
  readonly name: string;
  readonly isSelected?: boolean;
  /** The cells, one for each of the table's heads. */
  readonly children: ReactNode;
}

/** A row of a table; where the screen leaves columns out, a press shows all of them in a sheet from below. */
export function TableRow({ name, isSelected = false, children }: TableRowProps) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  // A finger need not find the small button, which is there for the keyboard and for readers of screens.
  const openFromRow = (event: MouseEvent<HTMLElement>) => {
    if (!isPhone || !isBesideControls(event)) return;
    // Where the focus returns to from the sheet.
    event.currentTarget.querySelector<HTMLElement>(".v-cell-more button")?.focus();
    setOpen(true);
  };
  return (
    <tr data-selected={isSelected || undefined} onClick={openFromRow}>
      {children}
      {isPhone && (
        <td className="v-cell-action v-cell-more">
          <IconButton
            label={messages.list.detailsOf(name)}
            icon={<ChevronRight aria-hidden />}
            aria-haspopup="dialog"
            onPress={() => setOpen(true)}
          />
          <ModalOverlay className="v-scrim v-sheet-scrim" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
            <Modal className="v-dialog v-sheet">
              <RowSheet name={name} onClose={() => setOpen(false)}>
                {children}
              </RowSheet>
            </Modal>
          </ModalOverlay>
        </td>
      )}
    </tr>
  );
}

const CONTROLS = "a, button, input, select, label, summary";

/** Whether the row itself was pressed: nothing in it that can be, and nothing in a layer that it has opened. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && currentTarget.contains(target) && target.closest(CONTROLS) === null;
}

/** Below what a row is about, on a phone: what one wants to know first of the columns that are left out. */
export function SecondLine({ children }: { readonly children: ReactNode }) {
  return useIsPhone() ? <span className="v-cell-sub">{children}</span> : null;
}

interface RowSheetProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function RowSheet({ name, onClose, children }: RowSheetProps) {
  const head = use(TableHeadContext);
  return (
    <Dialog className="v-dialog-body">
      <Heading slot="title" className="v-dialog-title">
        {name}
      </Heading>
      <table className="v-row-sheet">
        <thead>
          <tr>
            <TableHeadContext value={undefined}>{head}</TableHeadContext>
          </tr>
        </thead>
        <tbody>
          <tr>{children}</tr>
        </tbody>
      </table>
      <div className="v-dialog-actions">
        <Button kind="primary" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </Dialog>
  );
}
