import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { startSingleSignOn } from "../api/single-sign-on.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import { leaveFor, SINGLE_SIGN_ON } from "./last-entrance.ts";
import { signInFault } from "./sign-in-fault.ts";
import { useTypedEmail } from "./typed-email.ts";

/** `/sign-in/sso`: by the address of a company to its identity provider. */
export function SingleSignOnPage() {
  const [address, setAddress] = useState(useTypedEmail());
  const { next, keepNext } = useNext();
  const starting = useMutation({
    mutationFn: () => startSingleSignOn(domainOf(address), next),
    onSuccess: (url) => {
      leaveFor({ name: SINGLE_SIGN_ON });
      location.assign(url);
    },
  });
  return (
    <EntryCard
      title={messages.singleSignOn.title}
      lead={messages.singleSignOn.lead}
      foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}
    >
      <Form
        className="v-entry-form"
        isPending={starting.isPending || starting.isSuccess}
        error={starting.error}
        onSubmit={() => starting.mutate()}
      >
        {starting.error !== null && <FaultAlert error={starting.error} text={signInFault(starting.error)} />}
        <TextField
          label={messages.singleSignOn.address}
          hint={messages.singleSignOn.hint}
          name="email"
          autoComplete="email"
          value={address}
          onChange={setAddress}
          isRequired
          autoFocus
        />
        <Button type="submit" kind="primary" isPending={starting.isPending || starting.isSuccess}>
          {messages.singleSignOn.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}

/** People know their e-mail address rather than the domain alone. */
function domainOf(address: string): string {
  return address.trim().slice(address.trim().lastIndexOf("@") + 1);
}
