import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Factor } from "../api/identity.ts";
import { challengeFactor, proveByCode, proveByKey, proveByRecoveryCode } from "../api/second-factor.ts";
import { type Entrance, enter, type FirstProof } from "../api/sign-in.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { CodeField } from "./code-field.tsx";
import { isCodeWrong, signInFault } from "./sign-in-fault.ts";

export interface SecondFactorProps {
  readonly first: FirstProof;
  readonly enter: (prove: () => Promise<Entrance>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Back to the first proof. */
  readonly onBack: () => void;
}

/** For the day the second factor is lost. */
const RECOVERY = "recovery";

/** The second proof: one of the person's factors, or one of their recovery codes. */
export function SecondFactor({ first, onBack, error, ...entrance }: SecondFactorProps) {
  const [chosen, setChosen] = useState(first.factors[0]?.id ?? RECOVERY);
  const factor = first.factors.find(({ id }) => id === chosen);
  const ways = [
    ...first.factors.map(({ id, ...rest }) => ({ id, label: nameOf(rest) })),
    { id: RECOVERY, label: messages.factor.recovery },
  ];
  const told = error !== null && <FaultAlert error={error} text={signInFault(error)} />;
  const proof = { accessToken: first.accessToken, error, told, ...entrance };
  return (
    <div className="v-entry-form">
      {factor === undefined && <RecoveryProof {...proof} />}
      {factor?.factor_type === "webauthn" && <KeyProof key={chosen} factorId={factor.id} {...proof} />}
      {factor?.factor_type === "totp" && (
        <CodeProof key={chosen} factorId={factor.id} label={messages.factor.appCode} {...proof} />
      )}
      {factor?.factor_type === "phone" && (
        <CodeProof key={chosen} factorId={factor.id} label={messages.factor.phoneCode} isSent {...proof} />
      )}
      <Select label={messages.factor.choose} options={ways} value={chosen} onChange={setChosen} />
      <Button kind="quiet" onPress={onBack}>
        {messages.signIn.back}
      </Button>
    </div>
  );
}

interface ProofProps extends Pick<SecondFactorProps, "enter" | "isPending" | "error"> {
  /** Of the last try. */
  readonly told: ReactNode;
  readonly accessToken: string;
}

interface CodeProofProps extends ProofProps {
  readonly factorId: string;
  readonly label: string;
  /** The challenge sends the code; otherwise an app shows it. */
  readonly isSent?: boolean;
}

function CodeProof({ accessToken, factorId, label, isSent = false, told, error, ...entrance }: CodeProofProps) {
  const [code, setCode] = useState("");
  const asking = useMutation({ mutationFn: () => challengeFactor(accessToken, factorId) });
  const ask = asking.mutate;
  useEffect(() => ask(), [ask]);
  const prove = async (typed: string): Promise<Entrance> => {
    const { id: challengeId } = asking.data ?? (await asking.mutateAsync());
    return enter(await proveByCode(accessToken, { factorId, challengeId, code: typed }));
  };
  return (
    <Form
      className="v-entry-form"
      isPending={entrance.isPending}
      error={error}
      onSubmit={() => entrance.enter(() => prove(code))}
    >
      {told}
      {isSent && asking.error !== null && <FaultAlert error={asking.error} />}
      <CodeField
        label={label}
        source={isSent ? "factor-phone" : "app"}
        value={code}
        onChange={setCode}
        onFull={(full) => entrance.enter(() => prove(full))}
        isRefused={isCodeWrong(error)}
      />
      <Button type="submit" kind="primary" isPending={entrance.isPending}>
        {messages.signIn.submit}
      </Button>
      {isSent && (
        <Button kind="quiet" isPending={asking.isPending} onPress={() => ask()}>
          {messages.factor.sendAgain}
        </Button>
      )}
    </Form>
  );
}

function KeyProof({ accessToken, factorId, told, ...entrance }: ProofProps & { readonly factorId: string }) {
  const prove = async () => enter(await proveByKey(accessToken, factorId));
  return (
    <>
      {told}
      <Button kind="primary" isPending={entrance.isPending} onPress={() => entrance.enter(prove)}>
        {messages.factor.useKey}
      </Button>
    </>
  );
}

function RecoveryProof({ accessToken, told, error, ...entrance }: ProofProps) {
  const [code, setCode] = useState("");
  const prove = async () => enter(await proveByRecoveryCode(accessToken, code.trim()));
  return (
    <Form className="v-entry-form" isPending={entrance.isPending} error={error} onSubmit={() => entrance.enter(prove)}>
      {told}
      <TextField
        label={messages.factor.recoveryCode}
        hint={messages.factor.recoveryHint}
        autoComplete="off"
        value={code}
        onChange={setCode}
        isRequired
        autoFocus
      />
      <Button type="submit" kind="primary" isPending={entrance.isPending}>
        {messages.signIn.submit}
      </Button>
    </Form>
  );
}

/** What a person calls the factor, and what it is. */
export function nameOf({ factor_type, friendly_name = "" }: Pick<Factor, "factor_type" | "friendly_name">): string {
  const kind = messages.factor.kinds[factor_type];
  return friendly_name === "" ? kind : `${kind}: ${friendly_name}`;
}
