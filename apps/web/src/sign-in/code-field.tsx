import { useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useRef } from "react";
import { TextField as AriaTextField, Input, Label, Text } from "react-aria-components";
import { type SignInMethods, signInMethodsQuery } from "../api/sign-in.ts";
import { WaitContext } from "../control/use-wait.ts";
import { messages } from "../messages/en.ts";
import "../control/field.css";

/** Where a code comes from. */
export type CodeSource = "app" | "email" | "phone" | "factor-phone";

interface CodeFieldProps {
  readonly label: string;
  readonly source: CodeSource;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called as soon as as many digits are there as a code has. */
  readonly onFull: (code: string) => void;
  /** Another was right; the form says so. */
  readonly isRefused?: boolean;
}

const APP_DIGITS = 6;

/** How many digits it has; undefined until the server has said so. */
function digitsOf(source: CodeSource, methods: SignInMethods | undefined): number | undefined {
  switch (source) {
    case "app":
      return APP_DIGITS;
    case "email":
      return methods?.mailer_otp_length;
    case "phone":
      return methods?.sms_otp_length;
    case "factor-phone":
      return methods?.mfa_phone_otp_length;
  }
}

/** Whether one digit of a whole code was put right: another one may follow. */
function isCorrection(before: string, after: string): boolean {
  if (before.length !== after.length) return before.length > after.length;
  return [...after].filter((digit, at) => digit !== before.charAt(at)).length <= 1;
}

/** A code of digits: pasted with blanks or typed, offered by the keyboard of a phone, sent when it is complete. */
export function CodeField({ label, source, value, onChange, onFull, isRefused = false }: CodeFieldProps) {
  const isWaiting = use(WaitContext) > 0;
  const { data: methods } = useQuery({ ...signInMethodsQuery, enabled: source !== "app" });
  const queryClient = useQueryClient();
  const digits = digitsOf(source, methods);
  /** A code that is there before the server has said how long it is waits for that. */
  const known = async () =>
    digits ?? digitsOf(source, await queryClient.ensureQueryData(signInMethodsQuery).catch(() => undefined));
  const change = (typed: string) => {
    const code = typed.replaceAll(/[\s\p{Pd}]/gu, "");
    onChange(code);
    if (isWaiting || !/^\d+$/.test(code)) return;
    void known().then((whole) => {
      if (code.length === whole && !isCorrection(value, code)) onFull(code);
    });
  };
  const input = useRef<HTMLInputElement>(null);
  // What is typed or pasted next takes the place of the wrong one.
  useEffect(() => {
    if (isRefused) input.current?.select();
  }, [isRefused]);
  return (
    <AriaTextField
      className="v-field"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={change}
      isRequired
      isInvalid={isRefused}
      autoFocus
      validationBehavior="aria"
    >
      <Label className="v-label">{label}</Label>
      <Input ref={input} className="v-input v-code-input" maxLength={20} />
      <Text slot="description" className="v-hint">
        {digits === undefined ? messages.factor.codeDigits : messages.factor.codeHint(digits)}
      </Text>
    </AriaTextField>
  );
}
