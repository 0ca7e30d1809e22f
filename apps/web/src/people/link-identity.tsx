import { useState } from "react";
import type { Account } from "../api/identity.ts";
import { linkPersonsIdentity } from "../api/person.ts";
import type { OfferedProvider } from "../api/provider-page.ts";
import { FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import { usePersonAct } from "./use-person-act.ts";

interface LinkIdentityProps {
  readonly account: Account;
  /** At least one. */
  readonly providers: readonly [OfferedProvider, ...OfferedProvider[]];
  readonly onClose: () => void;
}

/** Lets somebody in by an account of a provider that an administrator knows to be theirs. */
export function LinkIdentity({ account, providers, onClose }: LinkIdentityProps) {
  const [provider, setProvider] = useState(providers[0].name);
  const [subject, setSubject] = useState("");
  const acting = usePersonAct(account.id);
  const { title, text, provider: label, subject: subjectLabel, subjectHint, submit } = texts.link;
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={submit}
      isPending={acting.isPending}
      error={acting.error}
      onSubmit={() => {
        const act = () => linkPersonsIdentity(account.id, { provider, provider_id: subject.trim() });
        acting.mutate(act, { onSuccess: onClose });
      }}
    >
      <p>{text}</p>
      <Select
        label={label}
        options={providers.map(({ name, title: id }) => ({ id: name, label: id }))}
        value={provider}
        onChange={setProvider}
      />
      <TextField
        label={subjectLabel}
        hint={subjectHint}
        value={subject}
        onChange={setSubject}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  );
}
