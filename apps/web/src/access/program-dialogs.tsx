import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { addOAuthClient, type NewOAuthClient, type OAuthClient } from "../api/oauth-clients.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { AccessText } from "./access-text.tsx";
import { texts } from "./messages.ts";

type Proof = NewOAuthClient["token_endpoint_auth_method"];

const PROOFS = [
  { id: "client_secret_basic", label: texts.programs.proofs.client_secret_basic },
  { id: "client_secret_post", label: texts.programs.proofs.client_secret_post },
  { id: "none", label: texts.programs.proofs.none },
] as const satisfies readonly { id: Proof; label: string }[];

interface AddProgramProps {
  readonly onClose: () => void;
  readonly onAdded: (client: OAuthClient) => Promise<void>;
}

/** Registers a program. */
export function AddProgram({ onClose, onAdded }: AddProgramProps) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const [proof, setProof] = useState<Proof>("client_secret_basic");
  const adding = useMutation({
    mutationFn: () =>
      addOAuthClient({
        client_name: name.trim(),
        redirect_uris: addresses
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== ""),
        token_endpoint_auth_method: proof,
      }),
    onSuccess: onAdded,
  });
  const { programs: words } = texts;
  return (
    <FormDialog
      title={words.add}
      isOpen
      onClose={onClose}
      submit={words.add}
      onSubmit={() => adding.mutate()}
      isPending={adding.isPending}
      error={adding.error}
    >
      <TextField
        label={words.columns.name}
        hint={words.nameHint}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
      />
      <TextArea label={words.addresses} hint={words.addressesHint} value={addresses} onChange={setAddresses} />
      <Select label={words.proof} options={PROOFS} value={proof} onChange={setProof} />
    </FormDialog>
  );
}

/** What the program must be told; the secret is shown this once. */
export function NewSecret({ client, onClose }: { readonly client: OAuthClient; readonly onClose: () => void }) {
  const { programs: words } = texts;
  return (
    <Dialog title={words.tell} isOpen onClose={onClose}>
      <AccessText label={words.clientId} text={client.client_id} />
      {client.client_secret !== undefined && (
        <>
          <Alert kind="warn">{words.shownOnce}</Alert>
          <AccessText label={words.secret} text={client.client_secret} />
        </>
      )}
      <div className="v-dialog-actions">
        <Button kind="primary" onPress={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}
