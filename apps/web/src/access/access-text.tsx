import { CopiedText } from "../control/copied-text.tsx";
import { texts } from "./messages.ts";

interface AccessTextProps {
  readonly label: string;
  readonly text: string;
}

/** What is typed elsewhere, with a button that copies it. */
export function AccessText({ label, text }: AccessTextProps) {
  return <CopiedText label={label} text={text} copy={texts.sso.copy} copied={texts.sso.copied} />;
}
