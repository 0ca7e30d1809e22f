import { ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";
import { faultDetails } from "./fault-details.ts";

/** Copies of a fault what an administrator finds again in the server's log. */
export function CopyDetails({ error }: { readonly error: Error }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(faultDetails(error))) setCopied(true);
  };
  return (
    <Button kind="quiet" icon={<ClipboardCopy aria-hidden />} onPress={() => void copy()}>
      {isCopied ? messages.error.copied : messages.error.copy}
    </Button>
  );
}
