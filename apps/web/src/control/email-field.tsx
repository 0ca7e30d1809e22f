import { messages } from "../messages/en.ts";
import { TextField } from "./text-field.tsx";

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly autoFocus?: boolean;
  /** Whether a user name may stand there instead. */
  readonly takesName?: boolean | undefined;
}

/** The address that somebody signs in with; browsers and password keepers fill it in. */
export function EmailField({ takesName = false, ...props }: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label={takesName ? messages.signIn.emailOrName : messages.signIn.email}
      name="email"
      type={takesName ? "text" : "email"}
      autoComplete="username"
      isRequired
    />
  );
}
