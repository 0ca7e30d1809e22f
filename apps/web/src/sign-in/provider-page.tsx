import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { enter } from "../api/sign-in.ts";
import { currentUserQuery } from "../api/user.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import { keepEntrance } from "./last-entrance.ts";
import { LinkRefused } from "./link-refused.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { signInFault } from "./sign-in-fault.ts";
import { useEntrance } from "./use-entrance.ts";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Where the way back from an identity provider leads. Whoever loads it again, as while a second factor is wanted, begins anew. */
export function ProviderPage() {
  const answer = useLinkAnswer();
  const { keepNext } = useNext();
  if (answer.kind === "tokens") return <Entering accessToken={answer.accessToken} />;
  if (answer.kind === "refused") return <LinkRefused {...answer} />;
  return <Navigate to={keepNext("/sign-in")} replace />;
}

function Entering({ accessToken }: { readonly accessToken: string }) {
  const navigate = useNavigate();
  const { next, keepNext } = useNext();
  const queryClient = useQueryClient();
  const { first, startOver, ...entrance } = useEntrance({
    onEntered: () => {
      const user = queryClient.getQueryData(currentUserQuery.queryKey);
      if (user !== undefined) keepEntrance(user.email, "provider");
      return navigate(next, { replace: true });
    },
  });
  const { enter: begin } = entrance;
  useEffect(() => begin(() => enter(accessToken)), [begin, accessToken]);

  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard title={messages.signIn.title} foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}>
      {entrance.error === null ? (
        <p role="status">{messages.signIn.entering}</p>
      ) : (
        <FaultAlert error={entrance.error} text={signInFault(entrance.error)} />
      )}
    </EntryCard>
  );
}
