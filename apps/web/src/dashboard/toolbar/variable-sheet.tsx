import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../control/button.tsx";
import { dashboardMessages } from "../messages.ts";
import type { VariableValue } from "../model/variable/variable-value.ts";
import { chosenText } from "./chosen-text.ts";
import "../../control/dialog.css";

interface VariableSheetProps {
  readonly values: readonly VariableValue[];
  /** What went wrong beside the choices: nobody sees past the open sheet. */
  readonly faults: ReactNode;
  /** What is chosen in it. */
  readonly children: ReactNode;
}

/** Where a phone has no room for the chips: one line that says what is chosen, and a sheet from below to choose in. */
export function VariableSheet({ values, faults, children }: VariableSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const { bar, done } = dashboardMessages.variable;
  const summary = values.map(chosenText).filter(Boolean).join(", ");
  return (
    <>
      <AriaButton className="v-variable" aria-label={`${bar}: ${summary}`} onPress={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        <span className="v-variable-name">{bar}</span> <span className="v-variable-value">{summary}</span>
      </AriaButton>
      <ModalOverlay className="v-scrim v-sheet-scrim" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className="v-dialog v-sheet">
          <Dialog className="v-dialog-body">
            <Heading slot="title" className="v-dialog-title">
              {bar}
            </Heading>
            <div className="v-sheet-variables">{children}</div>
            {faults}
            <Button kind="primary" onPress={() => setOpen(false)}>
              {done}
            </Button>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
