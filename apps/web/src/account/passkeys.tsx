import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { accountQuery, addPasskey, type Passkey, passkeysQuery, removePasskey, renamePasskey } from "../api/account.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { signInFault } from "../sign-in/sign-in-fault.ts";
import { texts } from "./messages.ts";

export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<Passkey>();
  const [renamed, setRenamed] = useState<Passkey>();
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  const { title, lead, add, none, removeTitle, removeText } = texts.passkeys;
  const fault = adding.error ?? passkeys.error;
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <Button icon={<KeyRound aria-hidden />} isPending={adding.isPending} onPress={() => adding.mutate()}>
          {add}
        </Button>
      }
    >
      {fault !== null && <FaultAlert error={fault} text={signInFault(fault)} />}
      {passkeys.data?.length === 0 && <EmptyPart of={title} text={none} learn="accounts#passkeys" />}
      {passkeys.data !== undefined && passkeys.data.length > 0 && (
        <RowList label={title}>
          {passkeys.data.map((passkey) => (
            <ListRow
              key={passkey.id}
              title={nameOfPasskey(passkey)}
              note={
                <>
                  {texts.added} <Age at={passkey.created_at} />
                  {passkey.last_used_at !== undefined && (
                    <>
                      , {texts.lastUsed} <Age at={passkey.last_used_at} />
                    </>
                  )}
                </>
              }
              actions={
                <>
                  <Button
                    kind="quiet"
                    aria-label={`${texts.passkeys.rename}: ${nameOfPasskey(passkey)}`}
                    onPress={() => setRenamed(passkey)}
                  >
                    {texts.passkeys.rename}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`${texts.remove}: ${nameOfPasskey(passkey)}`}
                    onPress={() => setLeaving(passkey)}
                  >
                    {texts.remove}
                  </Button>
                </>
              }
            />
          ))}
        </RowList>
      )}
      {renamed !== undefined && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {leaving !== undefined && (
        <RemoveDialog
          title={removeTitle(nameOfPasskey(leaving))}
          text={removeText}
          remove={() => removePasskey(leaving.id)}
          submit={texts.remove}
          changes={accountQuery.queryKey}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Section>
  );
}

/** As many characters as the server takes. */
const MOST_CHARACTERS = 120;

function RenamePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const [name, setName] = useState(passkey.friendly_name ?? "");
  const queryClient = useQueryClient();
  const renaming = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      onClose();
    },
  });
  const { renameTitle, rename, name: label, nameHint } = texts.passkeys;
  return (
    <FormDialog
      title={renameTitle(nameOfPasskey(passkey))}
      isOpen
      onClose={onClose}
      submit={rename}
      onSubmit={() => renaming.mutate()}
      isPending={renaming.isPending}
      error={renaming.error}
    >
      <TextField
        label={label}
        hint={nameHint}
        value={name}
        onChange={setName}
        mostCharacters={MOST_CHARACTERS}
        autoComplete="off"
        isProposal
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

function nameOfPasskey({ friendly_name = "" }: Passkey): string {
  return friendly_name === "" ? texts.passkeys.unnamed : friendly_name;
}
