import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { publicPath } from "../api/public-path.ts";
import { hasSessionEnded, isSignInEarly, sessionIsBack, watchSession } from "../api/session-end.ts";
import { enterWithPassword } from "../api/sign-in.ts";
import { type CurrentUser, whoIsSignedIn } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { KnownUsername } from "../control/known-username.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { messages } from "../messages/en.ts";
import { isWrong, signInFault } from "../sign-in/sign-in-fault.ts";
import { useEntrance } from "../sign-in/use-entrance.ts";

const SecondFactor = lazy(async () => ({ default: (await import("../sign-in/second-factor.tsx")).SecondFactor }));

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
  const [password, setPassword] = useState("");
  const isEarly = useSyncExternalStore(watchSession, isSignInEarly);
  const { first, startOver, ...entrance } = useEntrance({ onEntered: sessionIsBack });
  const { enter, isPending, error } = entrance;
  if (first !== undefined) {
    return (
      <div className="v-stack">
        <Heading slot="title" className="v-dialog-title">
          {messages.factor.title}
        </Heading>
        <Suspense fallback={null}>
          <SecondFactor first={first} onBack={startOver} {...entrance} />
        </Suspense>
      </div>
    );
  }
  const text = isEarly ? messages.session.endsText : messages.session.endedText;
  const credentials = { email: user.email, password };
  return (
    <Form isPending={isPending} error={error} onSubmit={() => enter(() => enterWithPassword(credentials))}>
      <Heading slot="title" className="v-dialog-title">
        {messages.session.ended}
      </Heading>
      <p>{text(user.email)}</p>
      {error !== null && <FaultAlert error={error} text={signInFault(error)} />}
      <KnownUsername email={user.email} />
      <PasswordField
        label={messages.signIn.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRefused={isWrong(error)}
        autoFocus
      />
      {!isEarly && <OtherWay user={user} />}
      <div className="v-dialog-actions">
        {isEarly ? (
          <Button kind="quiet" onPress={sessionIsBack}>
            {messages.cancel}
          </Button>
        ) : (
          <a href={`${publicPath()}/sign-in`}>{messages.session.somebodyElse}</a>
        )}
        <Button type="submit" kind="primary" isPending={isPending}>
          {messages.signIn.submit}
        </Button>
      </div>
    </Form>
  );
}

/** How often the server is asked whether somebody came in by another tab. */
const LOOK_MS = 2000;

/**
 * Providers, single sign-on, passkeys and codes have pages of their own: those are opened in another tab, and this page
 * goes on as soon as the same person is signed in there.
 */
function OtherWay({ user }: SessionEndedProps) {
  const [isLooking, setLooking] = useState(false);
  const { data: uid = null } = useQuery({
    queryKey: ["user", "elsewhere"],
    queryFn: ({ signal }) => whoIsSignedIn(signal),
    retry: false,
    gcTime: 0,
    refetchInterval: isLooking && LOOK_MS,
    refetchOnWindowFocus: "always",
  });
  const isSame = uid === user.uid;
  useEffect(() => {
    if (isSame) sessionIsBack();
  }, [isSame]);
  return (
    <>
      {uid !== null && !isSame && <Alert kind="warn">{messages.session.anotherPerson(user.email)}</Alert>}
      <a href={`${publicPath()}/sign-in`} target="_blank" rel="noreferrer" onClick={() => setLooking(true)}>
        {messages.session.otherWay}
      </a>
    </>
  );
}
