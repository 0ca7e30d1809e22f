import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  accountQuery,
  type Enrolment,
  enroll,
  proveNewApp,
  proveNewKey,
  proveNewPhone,
  removeFactor,
  sendToNewPhone,
} from "../api/account.ts";
import { isOutage } from "../api/api-error.ts";
import { FACTOR_KINDS, type Factor } from "../api/identity.ts";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { CodeField } from "../sign-in/code-field.tsx";
import { SendAgain, useSending } from "../sign-in/send-again.tsx";
import { isCodeWrong, signInFault } from "../sign-in/sign-in-fault.ts";
import { texts } from "./messages.ts";

type Kind = Factor["factor_type"];

/** A factor that was made and waits for its first proof. */
type Begun =
  | { readonly kind: "totp"; readonly id: string; readonly totp: NonNullable<Enrolment["totp"]> }
  /** `challengeId`: what the code that was sent last answers. */
  | { readonly kind: "phone"; readonly id: string; readonly challengeId: string }
  | { readonly kind: "webauthn"; readonly id: string };

/** Two steps: what kind of factor, then its first proof. */
export function AddFactor({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("totp");
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [begun, setBegun] = useState<Begun>();
  /** Of one that was made and not proved: given up, it is in the way of no other under its name. */
  const made = useRef<string>(undefined);
  const queryClient = useQueryClient();

  const drop = async () => {
    const id = made.current;
    made.current = undefined;
    if (id !== undefined) await removeFactor(id).catch(() => undefined); // It runs out by itself, too.
  };
  const begin = async (): Promise<Begun> => {
    await drop();
    const friendly_name = name.trim();
    const { id, totp } = await enroll(
      kind === "phone"
        ? { factor_type: kind, friendly_name, phone: phone.trim() }
        : { factor_type: kind, friendly_name },
    );
    made.current = id;
    if (kind === "phone") return { kind, id, challengeId: await sendToNewPhone(id) };
    return totp === undefined ? { kind: "webauthn", id } : { kind: "totp", id, totp };
  };
  const prove = async (factor: Begun, typed: string) => {
    // One whose proof was not answered may count by now.
    made.current = undefined;
    try {
      if (factor.kind === "totp") await proveNewApp(factor.id, typed);
      else if (factor.kind === "phone") await proveNewPhone(factor.id, factor.challengeId, typed);
      else await proveNewKey(factor.id);
    } catch (error) {
      if (error instanceof Error && !isOutage(error)) made.current = factor.id;
      throw error;
    }
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    onClose();
  };
  const giveUp = () => {
    void drop();
    onClose();
  };
  const going = useMutation({
    mutationFn: async (typed: string) => (begun === undefined ? setBegun(await begin()) : prove(begun, typed)),
  });
  const proof = {
    code,
    setCode,
    onFull: (full: string) => going.mutate(full),
    isRefused: isCodeWrong(going.error),
  };
  return (
    <FormDialog
      title={texts.factors.add}
      isOpen
      onClose={giveUp}
      submit={begun === undefined ? texts.factors.next : texts.factors.prove}
      onSubmit={() => going.mutate(code)}
      isPending={going.isPending}
      error={going.error}
      errorText={going.error === null ? undefined : signInFault(going.error)}
    >
      {begun === undefined ? (
        <>
          <Select
            label={texts.factors.kind}
            options={FACTOR_KINDS.map((id) => ({ id, label: messages.factor.kinds[id] }))}
            value={kind}
            onChange={setKind}
            autoFocus
          />
          <TextField label={texts.factors.name} hint={texts.factors.nameHint} value={name} onChange={setName} />
          {kind === "phone" && (
            <TextField
              label={texts.factors.phone}
              hint={texts.profile.phoneHint}
              type="tel"
              autoComplete="tel"
              value={phone}
              onChange={setPhone}
              isRequired
            />
          )}
        </>
      ) : (
        <FirstProof begun={begun} phone={phone} setBegun={setBegun} {...proof} />
      )}
    </FormDialog>
  );
}

interface ProofFieldProps {
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly onFull: (code: string) => void;
  readonly isRefused: boolean;
}

interface FirstProofProps extends ProofFieldProps {
  readonly begun: Begun;
  readonly phone: string;
  readonly setBegun: (begun: Begun) => void;
}

function FirstProof({ begun, phone, setBegun, ...field }: FirstProofProps) {
  if (begun.kind === "webauthn") return <p>{texts.factors.key}</p>;
  if (begun.kind === "totp") return <AppProof totp={begun.totp} {...field} />;
  const sendAgain = async () => setBegun({ ...begun, challengeId: await sendToNewPhone(begun.id) });
  return <PhoneProof label={texts.profile.phoneCode(phone)} sendAgain={sendAgain} {...field} />;
}

function AppProof({ totp, code, setCode, ...field }: ProofFieldProps & Pick<Extract<Begun, { kind: "totp" }>, "totp">) {
  return (
    <>
      <p>{texts.factors.scan}</p>
      {/* The service answers the drawing itself; the secret below says the same in letters. */}
      <img className="v-qr" src={`data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`} alt="" />
      <p>
        {texts.factors.secret} <code>{totp.secret}</code>
      </p>
      <CodeField label={texts.factors.appCode} source="app" value={code} onChange={setCode} {...field} />
    </>
  );
}

interface PhoneProofProps extends ProofFieldProps {
  readonly label: string;
  readonly sendAgain: () => Promise<void>;
}

function PhoneProof({ label, sendAgain, code, setCode, ...field }: PhoneProofProps) {
  const sending = useSending(sendAgain, true);
  return (
    <>
      {sending.error !== null && <FaultAlert error={sending.error} />}
      <CodeField label={label} source="factor-phone" value={code} onChange={setCode} {...field} />
      <div>
        <SendAgain sending={sending} />
      </div>
    </>
  );
}
