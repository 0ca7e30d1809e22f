import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { type Fact, Facts } from "./facts.tsx";
import "./dialog.css";
import "./sheet-rows.css";

interface SheetRow {
  readonly key: string;
  /** What the row is about. */
  readonly title: string;
  /** The second line: what one wants to know first. */
  readonly line: ReactNode;
  /** Everything that the columns would say. */
  readonly facts: readonly Fact[];
  readonly actions?: ReactNode;
}

interface SheetRowsProps {
  /** The accessible name: what the rows are. */
  readonly label: string;
  readonly rows: readonly SheetRow[];
}

/** The rows of a table on a phone: two lines each; a press shows the whole row in a sheet from below. */
export function SheetRows({ label, rows }: SheetRowsProps) {
  const [openKey, setOpenKey] = useState<string>();
  // A row that has gone, such as one removed from its sheet, takes the sheet along.
  const open = rows.find(({ key }) => key === openKey);
  return (
    <>
      <ul className="v-sheet-rows" aria-label={label}>
        {rows.map((row) => (
          <li key={row.key} data-row>
            <AriaButton className="v-sheet-row" aria-haspopup="dialog" onPress={() => setOpenKey(row.key)}>
              <span className="v-sheet-row-text">
                <strong>{row.title}</strong>
                <span className="v-hint">{row.line}</span>
              </span>
              <ChevronRight aria-hidden />
            </AriaButton>
          </li>
        ))}
      </ul>
      <ModalOverlay
        className="v-scrim v-sheet-scrim"
        isOpen={open !== undefined}
        onOpenChange={() => setOpenKey(undefined)}
        isDismissable
      >
        <Modal className="v-dialog v-sheet">
          <Dialog className="v-dialog-body">
            <Heading slot="title" className="v-dialog-title">
              {open?.title}
            </Heading>
            <Facts facts={open?.facts ?? []} />
            <div className="v-dialog-actions">
              {open?.actions}
              <Button kind="primary" onPress={() => setOpenKey(undefined)}>
                {messages.close}
              </Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
