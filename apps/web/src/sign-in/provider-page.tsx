import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { enter } from "../api/sign-in.ts";
import { currentUserQuery } from "../api/user.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { messages } from "../messages/en.ts";
import { nextPath } from "../session/next-path.ts";
import { EntryCard } from "./entry-card.tsx";
import { keepEntrance } from "./last-entrance.ts";
import { LinkRefused } from "./link-refused.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { signInFault } from "./sign-in-fault.ts";
import { useEntrance } from "./use-entrance.ts";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Where the way back from an identity provider leads. */
export function ProviderPage() {
  const answer = useLinkAnswer();
  if (answer.kind === "tokens") return <Entering accessToken={answer.accessToken} />;
  return answer.kind === "refused" ? <LinkRefused {...answer} /> : <LinkRefused code="link_missing" description="" />;
}

function Entering({ accessToken }: { readonly accessToken: string }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const next = nextPath(query.get("next"));
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
    <EntryCard title={messages.signIn.title} foot={<Link to="/sign-in">{messages.signIn.back}</Link>}>
      {entrance.error === null ? (
        <p role="status">{messages.signIn.entering}</p>
      ) : (
        <FaultAlert error={entrance.error} text={signInFault(entrance.error)} />
      )}
    </EntryCard>
  );
}
