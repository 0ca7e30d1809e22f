import { useState } from "react";
import { Button } from "../../control/button.tsx";
import { copyText } from "../../control/clipboard.ts";
import { Dialog } from "../../control/dialog.tsx";
import { messages } from "../../messages/en.ts";
import { dashboardMessages } from "../messages.ts";

interface JsonDialogProps {
  readonly title: string;
  readonly document: unknown;
  readonly onClose: () => void;
}

export function JsonDialog({ title, document, onClose }: JsonDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <JsonText document={document} onClose={onClose} />
    </Dialog>
  );
}

/** The stored document, to read and to copy. */
function JsonText({ document, onClose }: Omit<JsonDialogProps, "title">) {
  const [isCopied, setCopied] = useState(false);
  const text = JSON.stringify(document, null, 2);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="v-dashboard-json" tabIndex={0}>
        {text}
      </pre>
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {messages.close}
        </Button>
        <Button onPress={() => void copy()}>
          {isCopied ? dashboardMessages.page.copied : dashboardMessages.page.copyJson}
        </Button>
      </div>
    </>
  );
}
