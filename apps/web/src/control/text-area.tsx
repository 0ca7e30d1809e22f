import { TextArea as AriaTextArea, Label, Text, TextField } from "react-aria-components";
import "./field.css";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** One or two lines below the field about what belongs there. */
  readonly hint?: string;
  /** Lines that are seen; 10 unless given. */
  readonly rows?: number;
  readonly isReadOnly?: boolean;
}

/** Several lines of code. */
export function TextArea({ label, hint, rows = 10, ...field }: TextAreaProps) {
  return (
    <TextField {...field} className="v-field">
      <Label className="v-label">{label}</Label>
      <AriaTextArea className="v-input" spellCheck={false} autoCapitalize="off" rows={rows} />
      {hint !== undefined && (
        <Text slot="description" className="v-hint">
          {hint}
        </Text>
      )}
    </TextField>
  );
}
