import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { hasSessionEnded, sessionIsBack, watchSession } from "../api/session-end.ts";
import { type CurrentUser, currentUserQuery } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { messages } from "../messages/en.ts";
import { SecondFactorField } from "../sign-in/second-factor-field.tsx";
import { useSignIn } from "../sign-in/use-sign-in.ts";

interface SessionEndedProps {
  readonly user: CurrentUser;
}

/**
 * Stands over the page when the session has ended while somebody works. The page beneath stays as it is; calls
 * that the server refused are sent again after the same person has signed in.
 */
export function SessionEnded({ user }: SessionEndedProps) {
  const ended = useSyncExternalStore(watchSession, hasSessionEnded);
  return (
    <ModalOverlay className="v-scrim" isOpen={ended} isKeyboardDismissDisabled>
      <Modal className="v-dialog">
        <Dialog className="v-dialog-body">
          <SignInAgain user={user} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function SignInAgain({ user }: SessionEndedProps) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const onSuccess = async () => {
    sessionIsBack();
    await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
  const { submit, isPending, fault, code, setCode } = useSignIn({ email: user.email, password }, { onSuccess });

  return (
    <Form isPending={isPending} onSubmit={submit}>
      <Heading slot="title" className="v-dialog-title">
        {messages.session.ended}
      </Heading>
      <p>{messages.session.endedText(user.email)}</p>
      {fault !== undefined && <Alert kind="crit">{fault}</Alert>}
      <input
        type="email"
        className="v-hidden"
        autoComplete="username"
        value={user.email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label={messages.signIn.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
      />
      <SecondFactorField code={code} setCode={setCode} />
      <div className="v-dialog-actions">
        <a href="/sign-in">{messages.session.somebodyElse}</a>
        <Button type="submit" kind="primary" isPending={isPending}>
          {messages.signIn.submit}
        </Button>
      </div>
    </Form>
  );
}
