import {
  type ClipboardEvent,
  type FocusEvent,
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  use,
  useId,
} from "react";
import { TextField as AriaTextField, FieldError, Input, Label, Text } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { MissingFields } from "./missing-fields.ts";
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
  /** Characters that the server takes; of more the field says so. */
  readonly mostCharacters?: number;
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
  mostCharacters = Number.POSITIVE_INFINITY,
  ...field
}: TextFieldProps) {
  const id = useId();
  const isMissing = use(MissingFields) && field.isRequired === true && field.value.trim() === "";
  const isTooLong = field.value.length > mostCharacters;
  const fault =
    error ??
    (isMissing
      ? messages.fieldMissing
      : isTooLong
        ? messages.fieldTooLong(mostCharacters, field.value.length)
        : undefined);
  return (
    <AriaTextField
      {...field}
      id={id}
      className="v-field"
      autoFocus={autoFocus}
      {...(isProposal && { onFocus: selectAll })}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <Label className="v-label">{label}</Label>
      <Input className="v-input" {...(placeholder === undefined ? {} : { placeholder })} />
      {hint !== undefined && fault === undefined && (
        <Text slot="description" className="v-hint">
          {hint}
        </Text>
      )}
      <FieldError className="v-field-error">{fault}</FieldError>
    </AriaTextField>
  );
}

function selectAll({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) target.select();
}
