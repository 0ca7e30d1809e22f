import { messages } from "../messages/en.ts";
import { TextField } from "./text-field.tsx";

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly autoFocus?: boolean;
}

/** The address that somebody signs in with; browsers and password keepers fill it in. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField {...props} label={messages.signIn.email} name="email" type="email" autoComplete="username" isRequired />
  );
}
