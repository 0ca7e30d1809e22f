import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { askForRecovery, redeemCode } from "../api/codes.ts";
import { Button } from "../control/button.tsx";
import { EmailField } from "../control/email-field.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EnterCode } from "./enter-code.tsx";
import { EntryCard } from "./entry-card.tsx";
import { NewPassword } from "./new-password.tsx";
import { useTypedEmail } from "./typed-email.ts";

/** For somebody who does not know the password any more: a mail with a link and a code, then a new password. */
export function ForgotPage() {
  const [email, setEmail] = useState(useTypedEmail());
  const { next, keepNext } = useNext();
  const address = { kind: "email", email: email.trim() } as const;
  const asking = useMutation({ mutationFn: () => askForRecovery(address.email, next) });
  const redeeming = useMutation({ mutationFn: (code: string) => redeemCode(address, code, "recovery") });

  if (redeeming.isSuccess) {
    return (
      <NewPassword {...messages.reset} accessToken={() => Promise.resolve(redeeming.data)} email={address.email} />
    );
  }
  if (asking.isSuccess) {
    return (
      <EntryCard title={messages.code.title} lead={messages.code.sent(address.email)}>
        <EnterCode
          source="email"
          onCode={(code) => redeeming.mutate(code)}
          isPending={redeeming.isPending}
          error={redeeming.error}
          again={() => askForRecovery(address.email, next)}
          onBack={() => asking.reset()}
        />
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title={messages.forgot.title}
      lead={messages.forgot.lead}
      foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}
    >
      <Form className="v-entry-form" isPending={asking.isPending} error={asking.error} onSubmit={() => asking.mutate()}>
        {asking.error !== null && <FaultAlert error={asking.error} />}
        <EmailField value={email} onChange={setEmail} autoFocus />
        <Button type="submit" kind="primary" isPending={asking.isPending}>
          {messages.forgot.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}
