import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Credentials, signIn, signInWithCode } from "../api/user.ts";
import { signInFault, wantsCode } from "./sign-in-fault.ts";

interface SignInSteps {
  readonly submit: () => void;
  readonly isPending: boolean;
  /** Why it did not work, in a sentence. */
  readonly fault: string | undefined;
  /** What was typed as code; undefined until the server wants one. */
  readonly code: string | undefined;
  readonly setCode: (code: string) => void;
}

/** Signs in by password, and by the code of an authenticator app where the account has one. */
export function useSignIn(
  credentials: Credentials,
  { onSuccess, onRefusal }: { onSuccess: () => Promise<void>; onRefusal?: () => void },
): SignInSteps {
  const [code, setCode] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await (code === undefined ? signIn(credentials) : signInWithCode(credentials, code.trim()));
      await onSuccess();
    },
    onError: (refusal) => {
      if (wantsCode(refusal)) setCode("");
      else if (code === undefined) onRefusal?.();
    },
  });
  const fault = error === null || wantsCode(error) ? undefined : signInFault(error);
  return { submit: () => mutate(), isPending, fault, code, setCode };
}
