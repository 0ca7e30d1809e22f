import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery, changeAccount, changeUserName, confirmPhone } from "../api/account.ts";
import { ApiError } from "../api/api-error.ts";
import { currentUserQuery } from "../api/user.ts";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { TextField } from "../control/text-field.tsx";
import { CodeField } from "../sign-in/code-field.tsx";
import { SendAgain, useSending } from "../sign-in/send-again.tsx";
import { isCodeWrong, signInFault } from "../sign-in/sign-in-fault.ts";
import { texts } from "./messages.ts";

interface ChangeProps {
  readonly onClose: () => void;
}

function useChange<Sent>(send: (sent: Sent) => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]);
      onDone();
    },
  });
}

interface ChangeFieldProps extends ChangeProps {
  readonly title: string;
  readonly hint: string;
  readonly value?: string;
  readonly type: "text" | "email";
  readonly autoComplete: "name" | "username" | "email";
  readonly change: (typed: string) => Promise<unknown>;
}

/** One field of the profile. */
function ChangeField({ title, hint, value = "", change, onClose, ...field }: ChangeFieldProps) {
  const [typed, setTyped] = useState(value);
  const changing = useChange(change, onClose);
  const refusal = isOfValue(changing.error) ? changing.error : null;
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={texts.change}
      onSubmit={() => changing.mutate(typed.trim())}
      isPending={changing.isPending}
      error={refusal === null ? changing.error : null}
    >
      <TextField
        {...field}
        label={title}
        hint={hint}
        value={typed}
        onChange={setTyped}
        isRequired={field.type === "email"}
        error={refusal?.message}
        autoFocus
      />
    </FormDialog>
  );
}

/** Whether what was typed is taken, or not of the form that it must have. */
function isOfValue(error: Error | null): boolean {
  return error instanceof ApiError && [400, 409, 422].includes(error.status);
}

export function ChangeName({ name, onClose }: ChangeProps & { readonly name: string }) {
  const { name: title, nameLead } = texts.profile;
  return (
    <ChangeField
      title={title}
      hint={nameLead}
      value={name}
      type="text"
      autoComplete="name"
      change={(typed) => changeAccount({ data: { name: typed } })}
      onClose={onClose}
    />
  );
}

export function ChangeUserName({ name, onClose }: ChangeProps & { readonly name: string }) {
  const { userName: title, userNameLead } = texts.profile;
  return (
    <ChangeField
      title={title}
      hint={userNameLead}
      value={name}
      type="text"
      autoComplete="username"
      change={changeUserName}
      onClose={onClose}
    />
  );
}

export function ChangeEmail({ onClose }: ChangeProps) {
  const { email: title, emailLead } = texts.profile;
  return (
    <ChangeField
      title={title}
      hint={emailLead}
      type="email"
      autoComplete="email"
      change={(typed) => changeAccount({ email: typed })}
      onClose={onClose}
    />
  );
}

/** A number, then the code that was sent to it; without confirmations of numbers the first step is all. */
export function ChangePhone({ onClose }: ChangeProps) {
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const queryClient = useQueryClient();
  // An act of its own for each step: the second is ready as soon as it shows, whatever is asked for after the first.
  const asking = useMutation({
    mutationFn: () => changeAccount({ phone: typed.trim() }),
    onSuccess: ({ new_phone }) => {
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      if (new_phone === undefined) onClose();
    },
  });
  const awaiting = asking.data?.new_phone;
  const confirming = useChange((full: string) => confirmPhone(awaiting ?? "", full), onClose);
  const step = awaiting === undefined ? asking : confirming;
  return (
    <FormDialog
      title={texts.profile.phone}
      isOpen
      onClose={onClose}
      submit={awaiting === undefined ? texts.change : texts.profile.confirm}
      onSubmit={() => (awaiting === undefined ? asking.mutate() : confirming.mutate(code))}
      isPending={step.isPending}
      error={step.error}
      errorText={step.error === null ? undefined : signInFault(step.error)}
    >
      {awaiting === undefined ? (
        <TextField
          label={texts.profile.phone}
          hint={texts.profile.phoneHint}
          type="tel"
          autoComplete="tel"
          value={typed}
          onChange={setTyped}
          isRequired
          autoFocus
        />
      ) : (
        <PhoneCode
          phone={awaiting}
          code={code}
          setCode={setCode}
          onFull={confirming.mutate}
          isRefused={isCodeWrong(confirming.error)}
        />
      )}
    </FormDialog>
  );
}

interface PhoneCodeProps {
  readonly phone: string;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly onFull: (code: string) => void;
  readonly isRefused: boolean;
}

function PhoneCode({ phone, code, setCode, ...field }: PhoneCodeProps) {
  const sending = useSending(() => changeAccount({ phone: `+${phone}` }), true);
  return (
    <>
      {sending.error !== null && <FaultAlert error={sending.error} />}
      <CodeField
        label={texts.profile.phoneCode(`+${phone}`)}
        source="phone"
        value={code}
        onChange={setCode}
        {...field}
      />
      <div>
        <SendAgain sending={sending} />
      </div>
    </>
  );
}
