import { useMutation, useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { redeemCode } from "../api/codes.ts";
import { landingPage } from "../api/landing-page.ts";
import { askForConfirmation, enterByCode, signInMethodsQuery, takesSignUps } from "../api/sign-in.ts";
import { signUp } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { EmailField } from "../control/email-field.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EnterCode } from "./enter-code.tsx";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { useEntrance } from "./use-entrance.ts";

export function SignUpPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { next, keepNext } = useNext();
  const signingUp = useMutation({
    mutationFn: () => signUp({ email: email.trim(), password }, landingPage("/confirm", next)),
  });

  const { data: methods } = useQuery(signInMethodsQuery);
  const isClosed = methods !== undefined && !takesSignUps(methods);

  if (signingUp.isSuccess) return <CheckMail email={email.trim()} onBack={signingUp.reset} />;
  const passwordError = isAboutPassword(signingUp.error) ? signingUp.error?.message : undefined;
  return (
    <EntryCard
      title={messages.signUp.title}
      foot={
        <span>
          {messages.signUp.known} <Link to={keepNext("/sign-in")}>{messages.signIn.submit}</Link>
        </span>
      }
    >
      {isClosed ? (
        <p>{messages.signUp.closed}</p>
      ) : (
        <Form
          className="v-entry-form"
          isPending={signingUp.isPending}
          error={signingUp.error}
          onSubmit={() => signingUp.mutate()}
        >
          {signingUp.error !== null && passwordError === undefined && <FaultAlert error={signingUp.error} />}
          <EmailField value={email} onChange={setEmail} autoFocus />
          <NewPasswordField value={password} onChange={setPassword} known={[email]} error={passwordError} />
          <Button type="submit" kind="primary" isPending={signingUp.isPending}>
            {messages.signUp.submit}
          </Button>
        </Form>
      )}
    </EntryCard>
  );
}

interface CheckMailProps {
  readonly email: string;
  /** Back to the address, which is kept. */
  readonly onBack: () => void;
}

function CheckMail({ email, onBack }: CheckMailProps) {
  const navigate = useNavigate();
  const { next, keepNext } = useNext();
  const address = { kind: "email", email } as const;
  const { first, startOver, ...entrance } = useEntrance({ onEntered: () => navigate(next, { replace: true }) });
  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard title={messages.signUp.sent} foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}>
      <div role="status" className="v-entry-note">
        <MailCheck aria-hidden />
        <p>{messages.signUp.sentText(email)}</p>
      </div>
      <EnterCode
        source="email"
        onCode={(code) =>
          entrance.enter(() =>
            enterByCode(`${JSON.stringify(address)} ${code}`, () => redeemCode(address, code, "email")),
          )
        }
        isPending={entrance.isPending}
        error={entrance.error}
        again={() => askForConfirmation(email, next)}
        onBack={onBack}
      />
    </EntryCard>
  );
}

export function isAboutPassword(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === "weak_password" || error.code === "same_password");
}
