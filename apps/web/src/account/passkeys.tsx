import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { accountQuery, addPasskey, type Passkey, passkeysQuery, removePasskey } from "../api/account.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { signInFault } from "../sign-in/sign-in-fault.ts";
import { texts } from "./messages.ts";

export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<Passkey>();
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
      {passkeys.data?.length === 0 && <p>{none}</p>}
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
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${nameOfPasskey(passkey)}`}
                  onPress={() => setLeaving(passkey)}
                >
                  {texts.remove}
                </Button>
              }
            />
          ))}
        </RowList>
      )}
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

function nameOfPasskey({ friendly_name = "" }: Passkey): string {
  return friendly_name === "" ? texts.passkeys.unnamed : friendly_name;
}
