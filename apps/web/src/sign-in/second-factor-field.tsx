import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";

interface SecondFactorFieldProps {
  readonly code: string | undefined;
  readonly setCode: (code: string) => void;
}

/** Where the code of an authenticator app goes, once it is wanted. */
export function SecondFactorField({ code, setCode }: SecondFactorFieldProps) {
  if (code === undefined) return null;
  return (
    <TextField
      label={messages.signIn.code}
      hint={messages.signIn.codeHint}
      name="code"
      autoComplete="one-time-code"
      value={code}
      onChange={setCode}
      isRequired
      autoFocus
    />
  );
}
