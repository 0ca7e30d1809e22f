import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { currentUserQuery } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { nextPath } from "../session/next-path.ts";
import { EntryCard } from "./entry-card.tsx";
import { SecondFactorField } from "./second-factor-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

export function SignInPage() {
  const [query] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const passwordInput = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = nextPath(query.get("next"));

  const { submit, isPending, fault, code, setCode } = useSignIn(
    { email: email.trim(), password },
    {
      onSuccess: async () => {
        await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
        await navigate(next, { replace: true });
      },
      onRefusal: () => passwordInput.current?.focus(),
    },
  );

  return (
    <EntryCard
      title={messages.signIn.title}
      foot={
        <span>
          {messages.signIn.newHere} <Link to="/sign-up">{messages.signIn.create}</Link>
        </span>
      }
    >
      <Form className="v-entry-form" isPending={isPending} onSubmit={submit}>
        {fault !== undefined && <Alert kind="crit">{fault}</Alert>}
        <TextField
          label={messages.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isRequired
          autoFocus
        />
        <PasswordField
          label={messages.signIn.password}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          inputRef={passwordInput}
        />
        <SecondFactorField code={code} setCode={setCode} />
        <Button type="submit" kind="primary" isPending={isPending}>
          {messages.signIn.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}
