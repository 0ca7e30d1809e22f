import { useState } from "react";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { messages } from "../messages/en.ts";
import { CodeField, type CodeSource } from "./code-field.tsx";
import { SendAgain, useSending } from "./send-again.tsx";
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

/** Where a code goes that was sent to somebody. */
export function EnterCode({ source, onCode, isPending, error, again, onBack }: EnterCodeProps) {
  const [code, setCode] = useState("");
  const sending = useSending(again, true);
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
        <SendAgain sending={sending} />
      </div>
    </Form>
  );
}
