import { useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";
import { TextField } from "./text-field.tsx";
import "./copied-text.css";

interface CopiedTextProps {
  readonly label: string;
  readonly text: string;
  /** What the button says, before and after. */
  readonly copy: string;
  readonly copied: string;
}

/** A text to take along, whole, with a button that copies it. */
export function CopiedText({ label, text, copy, copied }: CopiedTextProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="v-copied">
      <TextField label={label} value={text} onChange={() => undefined} isReadOnly />
      <Button aria-label={`${isCopied ? copied : copy}: ${label}`} onPress={() => void copyText(text).then(setCopied)}>
        {isCopied ? copied : copy}
      </Button>
    </div>
  );
}
