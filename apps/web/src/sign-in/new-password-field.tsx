import { useQuery } from "@tanstack/react-query";
import { Meter } from "react-aria-components";
import { type SignInMethods, signInMethodsQuery } from "../api/sign-in.ts";
import { MissingPart } from "../control/missing-part.tsx";
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

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const SETS: ReadonlyMap<string, keyof typeof messages.password.sets> = new Map([
  [LOWER, "lower"],
  [UPPER, "upper"],
  [LOWER + UPPER, "letter"],
  ["0123456789", "digit"],
]);

/** What the server asks of a new password, before it refuses one. */
function rulesOf({ password_min_length: least, password_required_sets: needed }: SignInMethods): string[] {
  const texts = messages.password;
  const sets = needed.map((signs) => {
    const known = SETS.get(signs);
    return known === undefined ? texts.oneOf(signs) : texts.sets[known];
  });
  return [texts.least(least), ...(sets.length === 0 ? [] : [texts.needs(sets)])];
}

/** A password to be chosen, with an estimate of how long it would stand. */
export function NewPasswordField({ known, ...field }: NewPasswordFieldProps) {
  const strength = passwordStrength(field.value, known);
  const asking = useQuery(signInMethodsQuery);
  const hint = [...(asking.data === undefined ? [] : rulesOf(asking.data)), messages.password.hint].join(" ");
  const word = messages.password.strengths[strength];
  return (
    <div className="v-new-password">
      <MissingPart name={messages.password.rules} query={asking} />
      <PasswordField {...field} label={messages.password.choose} autoComplete="new-password" hint={hint} isRequired />
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
