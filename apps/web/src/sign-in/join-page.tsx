import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { currentUserQuery, redeemTokenHash, setPassword, signInByToken } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { messages } from "../messages/en.ts";
import { EntryCard } from "./entry-card.tsx";
import { LinkRefused } from "./link-refused.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { isAboutPassword } from "./sign-up-page.tsx";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Where an invitation's link leads: the invited person chooses a password and is signed in. */
export function JoinPage() {
  const answer = useLinkAnswer();
  if (answer.kind === "refused") return <LinkRefused code={answer.code} description={answer.description} />;
  if (answer.kind === "nothing") return <LinkRefused code="link_missing" description="" />;
  return (
    <ChoosePassword
      accessToken={() =>
        answer.kind === "tokens" ? Promise.resolve(answer.accessToken) : redeemTokenHash(answer.tokenHash, "invite")
      }
    />
  );
}

interface ChoosePasswordProps {
  /** Called at the first try only: a token hash works once. */
  readonly accessToken: () => Promise<string>;
}

function ChoosePassword({ accessToken }: ChoosePasswordProps) {
  const [password, setTyped] = useState("");
  const passwordInput = useRef<HTMLInputElement>(null);
  const bearer = useRef<Promise<string>>(undefined);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: async () => {
      bearer.current ??= accessToken();
      const token = await bearer.current;
      await setPassword(token, password);
      await signInByToken(token);
      await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    },
    onSuccess: () => navigate("/", { replace: true }),
    onError: () => passwordInput.current?.focus(),
  });
  const passwordError = isAboutPassword(joining.error) ? joining.error?.message : undefined;

  return (
    <EntryCard title={messages.join.title} lead={messages.join.lead}>
      <Form className="v-entry-form" isPending={joining.isPending} onSubmit={() => joining.mutate()}>
        {joining.error !== null && passwordError === undefined && <Alert kind="crit">{joining.error.message}</Alert>}
        <NewPasswordField
          value={password}
          onChange={setTyped}
          known={[]}
          error={passwordError}
          inputRef={passwordInput}
          autoFocus
        />
        <Button type="submit" kind="primary" isPending={joining.isPending}>
          {messages.join.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}
