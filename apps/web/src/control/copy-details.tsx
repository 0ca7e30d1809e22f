import { ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";

/** Copies of a fault what an administrator finds again in the server's log. */
export function CopyDetails({ error }: { readonly error: Error }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(detailsOf(error))) setCopied(true);
  };
  return (
    <Button kind="quiet" icon={<ClipboardCopy aria-hidden />} onPress={() => void copy()}>
      {isCopied ? messages.error.copied : messages.error.copy}
    </Button>
  );
}

/** Plain lines. */
function detailsOf(error: Error): string {
  const at = error instanceof ApiError ? error.at : new Date();
  const facts: [string, string | number | undefined][] = [
    ["message", error.message],
    ["time", at.toISOString()],
    ["page", location.pathname],
  ];
  if (error instanceof ApiError) {
    facts.push(["call", error.path], ["status", error.status], ["code", error.code], ["request", error.requestId]);
  }
  return facts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
