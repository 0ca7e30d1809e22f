import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AccountChange, accountQuery, changeAccount, reauthenticate } from "../api/account.ts";
import { ApiError } from "../api/api-error.ts";
import type { Account } from "../api/identity.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { KnownUsername } from "../control/known-username.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { Section } from "../control/section.tsx";
import { CodeField } from "../sign-in/code-field.tsx";
import { NewPasswordField } from "../sign-in/new-password-field.tsx";
import { SendAgain, useSending } from "../sign-in/send-again.tsx";
import { isCodeWrong, signInFault } from "../sign-in/sign-in-fault.ts";
import { isAboutPassword } from "../sign-in/sign-up-page.tsx";
import { texts } from "./messages.ts";

/** Whoever is known by other services alone has none yet. */
export function Password({ account: { email, identities = [] } }: { readonly account: Account }) {
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const [done, setDone] = useState<string>();
  const isFirst = identities.length > 0 && identities.every(({ provider }) => !OWN.has(provider));
  const words = isFirst ? texts.firstPassword : texts.password;
  return (
    <Section
      title={texts.password.title}
      lead={words.lead}
      actions={<Button onPress={() => setChanging(true)}>{words.change}</Button>}
    >
      {done !== undefined && <Alert kind="ok">{done}</Alert>}
      {isChanging && (
        <ChangePassword
          email={email}
          title={words.change}
          onClose={() => setChanging(false)}
          onDone={() => {
            setDone(words.done);
            setChanging(false);
            // The first password is a further way to sign in, so that another one may go.
            void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
          }}
        />
      )}
    </Section>
  );
}

/** What somebody is known by without another service. */
const OWN: ReadonlySet<string> = new Set(["email", "phone"]);

interface ChangePasswordProps {
  readonly email: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The proofs that a server may want beside a new password; it says so when they are missing. */
type Proof = "current" | "nonce";
type Proofs = Readonly<Partial<Record<Proof, string>>>;
const WANTED: ReadonlyMap<string, Proof> = new Map([
  ["current_password_required", "current"],
  ["reauthentication_needed", "nonce"],
]);

function ChangePassword({ email, title, onClose, onDone }: ChangePasswordProps) {
  const [password, setPassword] = useState("");
  const [proofs, setProofs] = useState<Proofs>({});
  const changing = useMutation({
    mutationFn: async (given: Proofs) => {
      try {
        await changeAccount(changeOf(password, given));
        onDone();
      } catch (error) {
        const wanted = error instanceof ApiError ? WANTED.get(error.code) : undefined;
        if (wanted === undefined || wanted in given) throw error;
        if (wanted === "nonce") await reauthenticate();
        setProofs({ ...given, [wanted]: "" });
      }
    },
  });
  const passwordError = isAboutPassword(changing.error) ? changing.error?.message : undefined;
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={title}
      onSubmit={() => changing.mutate(proofs)}
      isPending={changing.isPending}
      error={passwordError === undefined ? changing.error : null}
      errorText={changing.error === null ? undefined : signInFault(changing.error)}
    >
      <KnownUsername email={email} />
      {proofs.current !== undefined && (
        <PasswordField
          label={texts.password.current}
          autoComplete="current-password"
          value={proofs.current}
          onChange={(typed) => setProofs({ ...proofs, current: typed })}
          autoFocus
        />
      )}
      {proofs.nonce !== undefined && (
        <MailedCode
          code={proofs.nonce}
          setCode={(typed) => setProofs({ ...proofs, nonce: typed })}
          onFull={(full) => changing.mutate({ ...proofs, nonce: full })}
          isRefused={isCodeWrong(changing.error)}
        />
      )}
      <NewPasswordField value={password} onChange={setPassword} known={[email]} error={passwordError} autoFocus />
    </FormDialog>
  );
}

interface MailedCodeProps {
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly onFull: (code: string) => void;
  readonly isRefused: boolean;
}

/** The code of a mail that went out when the server said that it wants one. */
function MailedCode({ code, setCode, ...field }: MailedCodeProps) {
  const sending = useSending(reauthenticate, true);
  return (
    <>
      <p>{texts.password.nonceHint}</p>
      {sending.error !== null && <FaultAlert error={sending.error} />}
      <CodeField label={texts.password.nonce} source="email" value={code} onChange={setCode} {...field} />
      <div>
        <SendAgain sending={sending} />
      </div>
    </>
  );
}

function changeOf(password: string, { current, nonce }: Proofs): AccountChange {
  return {
    password,
    ...(current === undefined ? {} : { current_password: current }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}
