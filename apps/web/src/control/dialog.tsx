import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { FaultAlert } from "./fault-alert.tsx";
import { Form } from "./form.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A layer over the page; Escape and a press beside it close it, and the focus goes back to its opener. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <ModalOverlay className="v-scrim" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className="v-dialog">
        <DialogBody title={title}>{children}</DialogBody>
      </Modal>
    </ModalOverlay>
  );
}

/** What each open dialog was opened from. */
const openers = new WeakMap<Element, HTMLElement>();

function DialogBody({ title, children }: Pick<DialogProps, "title" | "children">) {
  const body = useRef<HTMLElement>(null);
  const [opener] = useState(readOpener);
  useLayoutEffect(() => {
    if (body.current !== null && opener !== undefined) openers.set(body.current, opener);
    return () => {
      requestAnimationFrame(() => document.activeElement === document.body && opener?.focus());
    };
  }, [opener]);
  return (
    <AriaDialog ref={body} className="v-dialog-body">
      <Heading slot="title" className="v-dialog-title">
        {title}
      </Heading>
      {children}
    </AriaDialog>
  );
}

/** A dialog that takes the place of another goes back to where that came from: the other's controls are gone by then. */
function readOpener(): HTMLElement | undefined {
  const focused = document.activeElement;
  const before = focused?.closest(".v-dialog-body");
  if (before != null) return openers.get(before);
  return focused instanceof HTMLElement ? focused : undefined;
}

interface FormDialogProps extends DialogProps {
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly isPending: boolean;
  /** There is nothing to send: the list that it is chosen from has not come, or is empty. */
  readonly isDisabled?: boolean;
  /** What the server refused as a whole; a fault of one field belongs to the field. */
  readonly error: Error | null;
  /** Of a part of what was sent, which the dialog tells itself: whether there were too many tries. */
  readonly partError?: Error | undefined;
  /** What the page says of it in place of the server's words. */
  readonly errorText?: string | undefined;
  /** `danger` for what cannot be taken back. */
  readonly kind?: "primary" | "danger";
}

/** A dialog with one thing to send: fields, a refusal above them, Cancel and the act. */
export function FormDialog({
  submit,
  onSubmit,
  error,
  errorText,
  partError,
  kind = "primary",
  ...rest
}: FormDialogProps) {
  const { isPending, isDisabled = false, ...dialog } = rest;
  return (
    <Dialog {...dialog}>
      <Form isPending={isPending} error={error ?? partError ?? null} onSubmit={onSubmit}>
        {error !== null && <FaultAlert error={error} text={errorText} />}
        {dialog.children}
        <div className="v-dialog-actions">
          <Button kind="quiet" onPress={dialog.onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" kind={kind} isPending={isPending} isDisabled={isDisabled}>
            {submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
