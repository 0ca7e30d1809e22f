import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { askForCode, type CodeAddress, redeemCode } from "../api/codes.ts";
import { enterByCode } from "../api/sign-in.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EnterCode } from "./enter-code.tsx";
import { EntryCard } from "./entry-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { useTypedEmail } from "./typed-email.ts";
import { useEntrance } from "./use-entrance.ts";

/** Signing in without a password: a code, by mail also a link. */
export function VerifyPage() {
  const [query] = useSearchParams();
  const kind = query.get("via") === "phone" ? "phone" : "email";
  const email = useTypedEmail();
  const [typed, setTyped] = useState(kind === "email" ? email : "");
  const address: CodeAddress = kind === "phone" ? { kind, phone: typed.trim() } : { kind, email: typed.trim() };
  const { next, keepNext } = useNext();
  const asking = useMutation({ mutationFn: () => askForCode(address, next) });
  const navigate = useNavigate();
  const { first, startOver, ...entrance } = useEntrance({
    onEntered: () => navigate(next, { replace: true }),
  });

  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  if (asking.isSuccess) {
    return (
      <EntryCard title={messages.code.title} lead={messages.code.sent(typed.trim())}>
        <EnterCode
          source={kind}
          onCode={(code) =>
            entrance.enter(() =>
              enterByCode(`${JSON.stringify(address)} ${code}`, () => redeemCode(address, code, "email")),
            )
          }
          isPending={entrance.isPending}
          error={entrance.error}
          again={() => askForCode(address, next)}
          onBack={() => asking.reset()}
        />
      </EntryCard>
    );
  }
  const texts = messages.code.by[kind];
  return (
    <EntryCard
      title={texts.title}
      lead={texts.lead}
      foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}
    >
      <Form className="v-entry-form" isPending={asking.isPending} error={asking.error} onSubmit={() => asking.mutate()}>
        {asking.error !== null && <FaultAlert error={asking.error} />}
        <TextField
          label={texts.label}
          name={kind}
          type={kind === "phone" ? "tel" : "email"}
          autoComplete={kind === "phone" ? "tel" : "username"}
          value={typed}
          onChange={setTyped}
          isRequired
          autoFocus
        />
        <Button type="submit" kind="primary" isPending={asking.isPending}>
          {texts.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}
