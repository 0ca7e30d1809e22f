import { useQueryClient } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { useState } from "react";
import { AddFactor } from "../account/add-factor.tsx";
import { texts } from "../account/messages.ts";
import { currentUserQuery } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { useSignOut } from "../frame/use-sign-out.ts";
import { messages } from "../messages/en.ts";
import { EntryCard } from "../sign-in/entry-card.tsx";

/** The only page of a session that needs a second factor it does not have yet. */
export function RequiredFactor() {
  const [isAdding, setAdding] = useState(false);
  const queryClient = useQueryClient();
  const signingOut = useSignOut();
  const { title, lead } = texts.requiredFactor;
  const close = () => {
    setAdding(false);
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
  return (
    <EntryCard title={title} lead={lead}>
      <Button kind="primary" icon={<ShieldPlus aria-hidden />} onPress={() => setAdding(true)}>
        {texts.factors.add}
      </Button>
      <Button kind="quiet" isPending={signingOut.isPending} onPress={() => signingOut.mutate()}>
        {messages.frame.signOut}
      </Button>
      {isAdding && <AddFactor onClose={close} />}
    </EntryCard>
  );
}
