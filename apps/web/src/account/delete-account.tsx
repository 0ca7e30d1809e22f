import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { deleteOwnAccount } from "../api/account.ts";
import { publicPath } from "../api/public-path.ts";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";

const words = texts.deletion;

/** Deletes the account of whoever looks at it, once they have typed its address or number. */
export function DeleteAccount({ login }: { readonly login: string }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const deleting = useMutation({
    mutationFn: deleteOwnAccount,
    // Nothing that the pages keep of the person is to outlive the account.
    onSuccess: () => location.assign(`${publicPath()}/sign-in`),
  });
  const close = () => {
    setAsking(false);
    setTyped("");
    deleting.reset();
  };
  return (
    <Section
      title={words.title}
      lead={words.lead}
      actions={
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.title}
        </Button>
      }
    >
      {isAsking && (
        <FormDialog
          title={words.ask}
          isOpen
          kind="danger"
          onClose={close}
          submit={words.title}
          onSubmit={() => deleting.mutate()}
          isPending={deleting.isPending}
          isDisabled={typed.trim() !== login}
          error={deleting.error}
        >
          <p>{words.text}</p>
          <TextField label={words.type(login)} value={typed} onChange={setTyped} autoFocus autoComplete="off" />
        </FormDialog>
      )}
    </Section>
  );
}
