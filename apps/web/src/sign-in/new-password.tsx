import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { enter } from "../api/sign-in.ts";
import { currentUserQuery, setPassword } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { KnownUsername } from "../control/known-username.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { isAboutPassword } from "./sign-up-page.tsx";
import { useEntrance } from "./use-entrance.ts";

interface NewPasswordProps {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  /** Called until it succeeded once: what a link holds works once. */
  readonly accessToken: () => Promise<string>;
  /** Whose password it is; "" where only the server can tell. */
  readonly email: string;
}

/** Chooses a password with the token that a link or a code brought, and signs in. */
export function NewPassword({ title, lead, submit, accessToken, email }: NewPasswordProps) {
  const [password, setTyped] = useState("");
  // Links are opened where somebody else may be signed in: an administrator tries one, or a family shares a browser.
  const here = useQuery({ ...currentUserQuery, retry: false });
  const bearer = useRef<Promise<string>>(undefined);
  const navigate = useNavigate();
  const { next } = useNext();
  const { first, startOver, ...entrance } = useEntrance({ onEntered: () => navigate(next, { replace: true }) });
  const choose = async () => {
    bearer.current ??= accessToken();
    const token = await bearer.current.catch((error: unknown) => {
      bearer.current = undefined;
      throw error;
    });
    await setPassword(token, password);
    return enter(token);
  };
  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  const { error, isPending } = entrance;
  const passwordError = isAboutPassword(error) ? error?.message : undefined;
  return (
    <EntryCard title={title} lead={lead}>
      {here.data !== undefined && <Alert kind="info">{messages.password.here(here.data.email)}</Alert>}
      <Form className="v-entry-form" isPending={isPending} error={error} onSubmit={() => entrance.enter(choose)}>
        {error !== null && passwordError === undefined && <FaultAlert error={error} />}
        {email !== "" && <KnownUsername email={email} />}
        <NewPasswordField value={password} onChange={setTyped} known={[email]} error={passwordError} autoFocus />
        <Button type="submit" kind="primary" isPending={isPending}>
          {submit}
        </Button>
      </Form>
    </EntryCard>
  );
}
