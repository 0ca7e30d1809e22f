import { type ReactNode, useEffect, useState } from "react";
import type { Factor } from "../api/identity.ts";
import { challengeFactor, proveByAppCode, proveByCode, proveByKey, proveByRecoveryCode } from "../api/second-factor.ts";
import { type Entrance, enter, enterByCode, type FirstProof } from "../api/sign-in.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { CodeField, type CodeSource } from "./code-field.tsx";
import { SendAgain, useSending } from "./send-again.tsx";
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
      {factor?.factor_type === "totp" && <AppProof key={chosen} factorId={factor.id} {...proof} />}
      {factor?.factor_type === "phone" && <PhoneProof key={chosen} factorId={factor.id} {...proof} />}
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

interface FactorProofProps extends ProofProps {
  readonly factorId: string;
}

function AppProof({ factorId, ...proof }: FactorProofProps) {
  const prove = (code: string) => proveByAppCode(proof.accessToken, factorId, code);
  return <CodeProof label={messages.factor.appCode} source="app" prove={prove} {...proof} />;
}

/** The code is sent as soon as somebody comes here. */
function PhoneProof({ factorId, ...proof }: FactorProofProps) {
  const { accessToken } = proof;
  const sending = useSending(() => challengeFactor(accessToken, factorId), false);
  const { data, error, mutate: send, mutateAsync: sendFirst } = sending;
  useEffect(() => send(), [send]);
  const prove = async (code: string) => {
    const { id: challengeId } = data ?? (await sendFirst());
    return proveByCode(accessToken, { factorId, challengeId, code });
  };
  return (
    <CodeProof label={messages.factor.phoneCode} source="factor-phone" prove={prove} {...proof}>
      {error !== null && <FaultAlert error={error} />}
      <SendAgain sending={sending} />
    </CodeProof>
  );
}

interface CodeProofProps extends ProofProps {
  readonly label: string;
  readonly source: CodeSource;
  /** @returns an access token that says so */
  readonly prove: (code: string) => Promise<string>;
  /** What else there is to do about the code. */
  readonly children?: ReactNode;
}

function CodeProof({
  accessToken,
  label,
  source,
  prove,
  told,
  error,
  enter: begin,
  isPending,
  children,
}: CodeProofProps) {
  const [code, setCode] = useState("");
  const submit = (typed: string) => begin(() => enterByCode(`${accessToken} ${source} ${typed}`, () => prove(typed)));
  return (
    <Form className="v-entry-form" isPending={isPending} error={error} onSubmit={() => submit(code)}>
      {told}
      <CodeField
        label={label}
        source={source}
        value={code}
        onChange={setCode}
        onFull={submit}
        isRefused={isCodeWrong(error)}
      />
      <Button type="submit" kind="primary" isPending={isPending}>
        {messages.signIn.submit}
      </Button>
      {children}
    </Form>
  );
}

function KeyProof({ accessToken, factorId, told, ...entrance }: FactorProofProps) {
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
  const prove = () =>
    enterByCode(`${accessToken} recovery ${code.trim()}`, () => proveByRecoveryCode(accessToken, code.trim()));
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
