import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AccountChange, accountQuery, changeAccount, confirmPhone } from "../api/account.ts";
import { currentUserQuery } from "../api/user.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";

interface ChangeProps {
  readonly onClose: () => void;
}

function useChange<Sent>(send: (sent: Sent) => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      onDone();
    },
  });
}

export function ChangeName({ name, onClose }: ChangeProps & { readonly name: string }) {
  const [typed, setTyped] = useState(name);
  const changing = useChange((change: AccountChange) => changeAccount(change), onClose);
  return (
    <FormDialog
      title={texts.profile.name}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={() => changing.mutate({ data: { name: typed.trim() } })}
      isPending={changing.isPending}
      error={changing.error}
    >
      <TextField
        label={texts.profile.name}
        hint={texts.profile.nameLead}
        autoComplete="name"
        value={typed}
        onChange={setTyped}
        autoFocus
      />
    </FormDialog>
  );
}

export function ChangeEmail({ onClose }: ChangeProps) {
  const [typed, setTyped] = useState("");
  const changing = useChange((change: AccountChange) => changeAccount(change), onClose);
  return (
    <FormDialog
      title={texts.profile.email}
      isOpen
      onClose={onClose}
      submit={texts.change}
      onSubmit={() => changing.mutate({ email: typed.trim() })}
      isPending={changing.isPending}
      error={changing.error}
    >
      <TextField
        label={texts.profile.email}
        hint={texts.profile.emailLead}
        type="email"
        autoComplete="email"
        value={typed}
        onChange={setTyped}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

/** A number, then the code that was sent to it; without confirmations of numbers the first step is all. */
export function ChangePhone({ onClose }: ChangeProps) {
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const [awaiting, setAwaiting] = useState<string>();
  const changing = useChange(
    async () => {
      if (awaiting !== undefined) return confirmPhone(awaiting, code.trim()).then(onClose);
      const { new_phone } = await changeAccount({ phone: typed.trim() });
      if (new_phone === undefined) onClose();
      else setAwaiting(new_phone);
    },
    () => {},
  );
  return (
    <FormDialog
      title={texts.profile.phone}
      isOpen
      onClose={onClose}
      submit={awaiting === undefined ? texts.change : texts.profile.confirm}
      onSubmit={() => changing.mutate(undefined)}
      isPending={changing.isPending}
      error={changing.error}
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
        <TextField
          key="code"
          label={texts.profile.phoneCode(`+${awaiting}`)}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          isRequired
          autoFocus
        />
      )}
    </FormDialog>
  );
}
