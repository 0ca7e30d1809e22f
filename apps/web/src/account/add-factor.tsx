import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery, beginNewFactor, type Enrolment, enroll, proveNewFactor, proveNewKey } from "../api/account.ts";
import { FACTOR_KINDS, type Factor } from "../api/identity.ts";
import { FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { CodeField } from "../sign-in/code-field.tsx";
import { isCodeWrong, signInFault } from "../sign-in/sign-in-fault.ts";
import { texts } from "./messages.ts";

type Kind = Factor["factor_type"];

/** A factor that was made and waits for its first proof. */
interface Begun {
  readonly enrolment: Enrolment;
  /** Set where a code proves it. */
  readonly challengeId: string | undefined;
}

/** Two steps: what kind of factor, then its first proof. */
export function AddFactor({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("totp");
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [begun, setBegun] = useState<Begun>();
  const queryClient = useQueryClient();

  const begin = async () => {
    const friendly_name = name.trim();
    const enrolment = await enroll(
      kind === "phone"
        ? { factor_type: kind, friendly_name, phone: phone.trim() }
        : { factor_type: kind, friendly_name },
    );
    const challengeId = kind === "webauthn" ? undefined : await beginNewFactor(enrolment.id);
    setBegun({ enrolment, challengeId });
  };
  const prove = async ({ enrolment, challengeId }: Begun, typed: string) => {
    if (challengeId === undefined) await proveNewKey(enrolment.id);
    else await proveNewFactor(enrolment.id, challengeId, typed);
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    onClose();
  };
  const going = useMutation({
    mutationFn: (typed: string) => (begun === undefined ? begin() : prove(begun, typed)),
  });
  return (
    <FormDialog
      title={texts.factors.add}
      isOpen
      onClose={onClose}
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
        <FirstProof
          begun={begun}
          phone={phone}
          code={code}
          setCode={setCode}
          onFull={(full) => going.mutate(full)}
          isRefused={isCodeWrong(going.error)}
        />
      )}
    </FormDialog>
  );
}

interface FirstProofProps {
  readonly begun: Begun;
  readonly phone: string;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly onFull: (code: string) => void;
  readonly isRefused: boolean;
}

function FirstProof({ begun: { enrolment, challengeId }, phone, code, setCode, onFull, isRefused }: FirstProofProps) {
  if (challengeId === undefined) return <p>{texts.factors.key}</p>;
  const { totp } = enrolment;
  const label = totp === undefined ? texts.profile.phoneCode(phone) : texts.factors.appCode;
  return (
    <>
      {totp !== undefined && (
        <>
          <p>{texts.factors.scan}</p>
          {/* The service answers the drawing itself; the secret below says the same in letters. */}
          <img className="v-qr" src={`data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`} alt="" />
          <p>
            {texts.factors.secret} <code>{totp.secret}</code>
          </p>
        </>
      )}
      <CodeField
        label={label}
        source={totp === undefined ? "factor-phone" : "app"}
        value={code}
        onChange={setCode}
        onFull={onFull}
        isRefused={isRefused}
      />
    </>
  );
}
