import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { currentUserQuery, redeemTokenHash, signInByToken } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { messages } from "../messages/en.ts";
import { EntryCard } from "./entry-card.tsx";
import type { LinkAnswer } from "./link-answer.ts";
import { LinkRefused } from "./link-refused.tsx";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Where a confirmation's link leads: the address is confirmed by now, and the person is signed in. */
export function ConfirmPage() {
  const answer = useLinkAnswer();
  if (answer.kind === "refused") return <LinkRefused code={answer.code} description={answer.description} />;
  if (answer.kind === "nothing") return <LinkRefused code="link_missing" description="" />;
  return <Confirmed answer={answer} />;
}

interface ConfirmedProps {
  readonly answer: Exclude<LinkAnswer, { kind: "refused" | "nothing" }>;
}

function Confirmed({ answer }: ConfirmedProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const entering = useMutation({
    scope: { id: "confirm" },
    mutationFn: async () => {
      await signInByToken(
        answer.kind === "tokens" ? answer.accessToken : await redeemTokenHash(answer.tokenHash, answer.type),
      );
      await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    },
    onSuccess: () => navigate("/", { replace: true }),
  });
  const enter = entering.mutate;
  useEffect(() => enter(), [enter]);

  return (
    <EntryCard title={messages.confirm.title} foot={<Link to="/sign-in">{messages.signIn.back}</Link>}>
      {entering.error === null ? (
        <p role="status">{messages.confirm.entering}</p>
      ) : (
        <Alert kind="warn">{messages.confirm.signInByHand(entering.error.message)}</Alert>
      )}
    </EntryCard>
  );
}
