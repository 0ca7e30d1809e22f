import { Meter } from "react-aria-components";
import { PasswordField } from "../control/password-field.tsx";
import { messages } from "../messages/en.ts";
import { passwordStrength } from "./password-strength.ts";
import "./new-password-field.css";

interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Words that make a password easy to guess: address and name of the person. */
  readonly known: readonly string[];
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
}

/** A password to be chosen, with an estimate of how long it would stand. */
export function NewPasswordField({ known, ...field }: NewPasswordFieldProps) {
  const strength = passwordStrength(field.value, known);
  const word = messages.password.strengths[strength];
  return (
    <div className="v-new-password">
      <PasswordField
        {...field}
        label={messages.password.choose}
        autoComplete="new-password"
        hint={messages.password.hint}
        isRequired
      />
      <Meter
        className="v-strength"
        aria-label={messages.password.strength}
        value={field.value === "" ? 0 : strength + 1}
        maxValue={5}
        valueLabel={field.value === "" ? messages.password.none : word}
      >
        <span className="v-strength-bar" data-strength={field.value === "" ? undefined : strength}>
          {[0, 1, 2, 3, 4].map((step) => (
            <span key={step} data-on={(field.value !== "" && step <= strength) || undefined} />
          ))}
        </span>
        <span className="v-strength-word">{field.value === "" ? "" : word}</span>
      </Meter>
    </div>
  );
}
