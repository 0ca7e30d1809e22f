import { TextField as AriaTextField, Input, Label, Text } from "react-aria-components";
import { messages } from "../messages/en.ts";
import "../control/field.css";

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called as soon as as many digits are there as a code has. */
  readonly onFull: (code: string) => void;
}

const DIGITS = 6;

/** A code of digits: pasted with blanks or typed, offered by the keyboard of a phone, sent when it is complete. */
export function CodeField({ label, value, onChange, onFull }: CodeFieldProps) {
  const change = (typed: string) => {
    const code = typed.replaceAll(/[\s-]/g, "");
    onChange(code);
    if (/^\d+$/.test(code) && code.length === DIGITS && value.length < DIGITS) onFull(code);
  };
  return (
    <AriaTextField
      className="v-field"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={change}
      isRequired
      autoFocus
      validationBehavior="aria"
    >
      <Label className="v-label">{label}</Label>
      <Input className="v-input v-code-input" maxLength={20} />
      <Text slot="description" className="v-hint">
        {messages.factor.codeHint}
      </Text>
    </AriaTextField>
  );
}
