import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../control/button.tsx";
import { durationText } from "../control/duration-text.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { useCountdown } from "../control/use-countdown.ts";
import { useWait } from "../control/use-wait.ts";
import { messages } from "../messages/en.ts";
import { CodeField, type CodeSource } from "./code-field.tsx";
import { isCodeWrong, signInFault } from "./sign-in-fault.ts";

interface EnterCodeProps {
  readonly source: CodeSource;
  readonly onCode: (code: string) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Sends another code. */
  readonly again: () => Promise<void>;
  /** Back to the address, which is kept. */
  readonly onBack: () => void;
}

/** How long somebody waits before another code can be asked for; the server sends none earlier. */
const WAIT_SECONDS = 60;

/** Where a code goes that was sent to somebody. */
export function EnterCode({ source, onCode, isPending, error, again, onBack }: EnterCodeProps) {
  const [code, setCode] = useState("");
  const { left, restart } = useCountdown(WAIT_SECONDS);
  const sending = useMutation({ mutationFn: again, onSuccess: () => restart(WAIT_SECONDS) });
  const wait = Math.max(left, useWait(sending.error));
  const fault = error ?? sending.error;
  return (
    <Form className="v-entry-form" isPending={isPending} error={error} onSubmit={() => onCode(code)}>
      {fault !== null && <FaultAlert error={fault} text={error === null ? fault.message : signInFault(error)} />}
      <CodeField
        label={messages.code.label}
        source={source}
        value={code}
        onChange={setCode}
        onFull={onCode}
        isRefused={isCodeWrong(error)}
      />
      <Button type="submit" kind="primary" isPending={isPending}>
        {messages.code.submit}
      </Button>
      <div className="v-entry-row">
        <Button kind="quiet" onPress={onBack}>
          {messages.code.wrongAddress}
        </Button>
        <Button kind="quiet" isDisabled={wait > 0} isPending={sending.isPending} onPress={() => sending.mutate()}>
          {wait > 0 ? messages.code.againIn(durationText(wait * 1000)) : messages.factor.sendAgain}
        </Button>
      </div>
    </Form>
  );
}
