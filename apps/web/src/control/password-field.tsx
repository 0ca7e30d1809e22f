import { Eye, EyeOff } from "lucide-react";
import { use, useState } from "react";
import { Button, FieldError, Group, Input, Label, Text, TextField } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { MissingFields } from "./missing-fields.ts";
import "./field.css";

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: "current-password" | "new-password";
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly isRequired?: boolean;
  /** The form says what is wrong. */
  readonly isRefused?: boolean;
  /** What the button says that shows it, and hides it again, where it is no password of a person. */
  readonly reveal?: { readonly show: string; readonly hide: string };
}

/** A password that can be shown and pasted. */
export function PasswordField({
  label,
  hint,
  error,
  isRefused = false,
  autoFocus = false,
  reveal = messages.password,
  ...field
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const isMissing = use(MissingFields) && field.isRequired === true && field.value === "";
  const fault = error ?? (isMissing ? messages.fieldMissing : undefined);
  const text = isShown ? reveal.hide : reveal.show;
  return (
    <TextField
      {...field}
      className="v-field"
      name="password"
      type={isShown ? "text" : "password"}
      autoFocus={autoFocus}
      isInvalid={isRefused || fault !== undefined}
      validationBehavior="aria"
    >
      <Label className="v-label">{label}</Label>
      <Group className="v-input-group">
        <Input className="v-input" spellCheck={false} autoCapitalize="off" />
        <Button className="v-input-button" aria-label={text} aria-pressed={isShown} onPress={() => setShown(!isShown)}>
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </Group>
      {hint !== undefined && fault === undefined && (
        <Text slot="description" className="v-hint">
          {hint}
        </Text>
      )}
      <FieldError className="v-field-error">{fault}</FieldError>
    </TextField>
  );
}
