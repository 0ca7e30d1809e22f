import { TextArea as AriaTextArea, FieldError, Label, Text, TextField } from "react-aria-components";
import "./field.css";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** One or two lines below the field about what belongs there. */
  readonly hint?: string | undefined;
  /** What is wrong with the value; takes the hint's place. */
  readonly error?: string | undefined;
  /** Lines that are seen; 10 unless given. */
  readonly rows?: number;
  readonly isReadOnly?: boolean;
}

/** Several lines of code. */
export function TextArea({ label, hint, error, rows = 10, ...field }: TextAreaProps) {
  return (
    <TextField {...field} className="v-field" isInvalid={error !== undefined} validationBehavior="aria">
      <Label className="v-label">{label}</Label>
      <AriaTextArea className="v-input" spellCheck={false} autoCapitalize="off" rows={rows} />
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="v-hint">
          {hint}
        </Text>
      )}
      <FieldError className="v-field-error">{error}</FieldError>
    </TextField>
  );
}
