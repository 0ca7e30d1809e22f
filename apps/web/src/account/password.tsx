import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AccountChange, changeAccount, reauthenticate } from "../api/account.ts";
import { ApiError } from "../api/api-error.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { NewPasswordField } from "../sign-in/new-password-field.tsx";
import { isAboutPassword } from "../sign-in/sign-up-page.tsx";
import { texts } from "./messages.ts";

export function Password({ email }: { readonly email: string }) {
  const [isChanging, setChanging] = useState(false);
  const [isDone, setDone] = useState(false);
  const { title, lead, change, done } = texts.password;
  return (
    <Section title={title} lead={lead} actions={<Button onPress={() => setChanging(true)}>{change}</Button>}>
      {isDone && <Alert kind="ok">{done}</Alert>}
      {isChanging && (
        <ChangePassword
          email={email}
          onClose={() => setChanging(false)}
          onDone={() => {
            setDone(true);
            setChanging(false);
          }}
        />
      )}
    </Section>
  );
}

interface ChangePasswordProps {
  readonly email: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The proofs that a server may want beside a new password; it says so when they are missing. */
type Proof = "current" | "nonce";
const WANTED: ReadonlyMap<string, Proof> = new Map([
  ["current_password_required", "current"],
  ["reauthentication_needed", "nonce"],
]);

function ChangePassword({ email, onClose, onDone }: ChangePasswordProps) {
  const [password, setPassword] = useState("");
  const [proofs, setProofs] = useState<Readonly<Partial<Record<Proof, string>>>>({});
  const changing = useMutation({
    mutationFn: async () => {
      try {
        await changeAccount(changeOf(password, proofs));
        onDone();
      } catch (error) {
        const wanted = error instanceof ApiError ? WANTED.get(error.code) : undefined;
        if (wanted === undefined || wanted in proofs) throw error;
        if (wanted === "nonce") await reauthenticate();
        setProofs({ ...proofs, [wanted]: "" });
      }
    },
  });
  const { change, current, nonce, nonceHint } = texts.password;
  const passwordError = isAboutPassword(changing.error) ? changing.error?.message : undefined;
  return (
    <FormDialog
      title={change}
      isOpen
      onClose={onClose}
      submit={change}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={passwordError === undefined ? changing.error : null}
    >
      {proofs.current !== undefined && (
        <PasswordField
          label={current}
          autoComplete="current-password"
          value={proofs.current}
          onChange={(typed) => setProofs({ ...proofs, current: typed })}
          autoFocus
        />
      )}
      {proofs.nonce !== undefined && (
        <TextField
          label={nonce}
          hint={nonceHint}
          autoComplete="one-time-code"
          value={proofs.nonce}
          onChange={(typed) => setProofs({ ...proofs, nonce: typed })}
          isRequired
          autoFocus
        />
      )}
      <NewPasswordField value={password} onChange={setPassword} known={[email]} error={passwordError} autoFocus />
    </FormDialog>
  );
}

function changeOf(password: string, { current, nonce }: Readonly<Partial<Record<Proof, string>>>): AccountChange {
  return {
    password,
    ...(current === undefined ? {} : { current_password: current }),
    ...(nonce === undefined ? {} : { nonce: nonce.trim() }),
  };
}
