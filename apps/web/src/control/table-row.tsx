import { ChevronRight } from "lucide-react";
import { type ReactNode, use, useState } from "react";
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
  return (
    <tr data-selected={isSelected || undefined}>
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
