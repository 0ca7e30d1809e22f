import {
  type ClipboardEvent,
  type FocusEvent,
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  useId,
} from "react";
import { TextField as AriaTextField, FieldError, Input, Label, Text } from "react-aria-components";
import "./field.css";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly placeholder?: string;
  /** One line below the field about what belongs there. */
  readonly hint?: string | undefined;
  /** What is wrong with the value; takes the hint's place. */
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  /** What stands there is a proposal, for which the first letter typed is put. */
  readonly isProposal?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly onBlur?: () => void;
  readonly onPaste?: (event: ClipboardEvent<Element>) => void;
}

export function TextField({
  label,
  hint,
  error,
  placeholder,
  autoFocus = false,
  isProposal = false,
  ...field
}: TextFieldProps) {
  const id = useId();
  return (
    <AriaTextField
      {...field}
      id={id}
      className="v-field"
      autoFocus={autoFocus}
      {...(isProposal && { onFocus: selectAll })}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className="v-label">{label}</Label>
      <Input className="v-input" {...(placeholder === undefined ? {} : { placeholder })} />
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="v-hint">
          {hint}
        </Text>
      )}
      <FieldError className="v-field-error">{error}</FieldError>
    </AriaTextField>
  );
}

function selectAll({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) target.select();
}
