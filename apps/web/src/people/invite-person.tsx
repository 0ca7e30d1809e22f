import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Invitation, invite } from "../api/people.ts";
import { FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { texts as peopleTexts } from "./messages.ts";

interface InvitePersonProps {
  readonly onClose: () => void;
  readonly onInvited: (email: string) => void;
}

const ROLES = ["Viewer", "Editor", "Admin"] as const;

export function InvitePerson({ onClose, onInvited }: InvitePersonProps) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Invitation["role"]>("Viewer");
  const queryClient = useQueryClient();
  const texts = peopleTexts.users;
  const inviting = useMutation({
    mutationFn: () => invite({ email: email.trim(), role, ...(name.trim() === "" ? {} : { name: name.trim() }) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["people"] });
      onInvited(email.trim());
    },
  });
  return (
    <FormDialog
      title={texts.inviteTitle}
      isOpen
      onClose={onClose}
      submit={texts.inviteSubmit}
      onSubmit={() => inviting.mutate()}
      isPending={inviting.isPending}
      error={inviting.error}
    >
      <TextField
        label={messages.signIn.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus
      />
      <TextField label={peopleTexts.nameOptional} autoComplete="off" value={name} onChange={setName} />
      <Select
        label={texts.columns.role}
        options={ROLES.map((id) => ({ id, label: texts.roleTexts[id] }))}
        value={role === "None" ? "Viewer" : role}
        onChange={setRole}
      />
    </FormDialog>
  );
}
