import { TextArea as AriaTextArea, Label, TextField } from "react-aria-components";
import "./field.css";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of code. */
export function TextArea({ label, ...field }: TextAreaProps) {
  return (
    <TextField {...field} className="v-field">
      <Label className="v-label">{label}</Label>
      <AriaTextArea className="v-input" spellCheck={false} autoCapitalize="off" rows={10} />
    </TextField>
  );
}
