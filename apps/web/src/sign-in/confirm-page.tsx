import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError, isOutage } from "../api/api-error.ts";
import { enter } from "../api/sign-in.ts";
import { redeemTokenHash } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { CopyDetails } from "../control/copy-details.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { messages } from "../messages/en.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import type { LinkAnswer } from "./link-answer.ts";
import { LinkRefused } from "./link-refused.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { useEntrance } from "./use-entrance.ts";
import { useLinkAnswer } from "./use-link-answer.ts";

/** A code or a link that signs in confirms the address as well. */
const AGAIN = "/sign-in/verify";

/** Where a confirmation's link leads: the address is confirmed by now, and the person is signed in. */
export function ConfirmPage() {
  const answer = useLinkAnswer();
  if (answer.kind === "refused") return <LinkRefused {...answer} again={AGAIN} />;
  if (answer.kind === "nothing") return <LinkRefused code="link_missing" description="" again={AGAIN} />;
  if (answer.kind === "half") return <HalfConfirmed />;
  return <Confirmed answer={answer} />;
}

/** One of two addresses has confirmed a change. */
function HalfConfirmed() {
  return (
    <EntryCard title={messages.confirm.half} foot={<Link to="/account">{messages.confirm.toAccount}</Link>}>
      <Alert kind="ok">{messages.confirm.halfText}</Alert>
    </EntryCard>
  );
}

interface ConfirmedProps {
  readonly answer: Extract<LinkAnswer, { kind: "tokens" | "hash" }>;
}

function Confirmed({ answer }: ConfirmedProps) {
  const navigate = useNavigate();
  const { next, keepNext } = useNext();
  const { first, startOver, ...entrance } = useEntrance({ onEntered: () => navigate(next, { replace: true }) });
  const { enter: begin } = entrance;
  const [refusal, setRefusal] = useState<ApiError>();
  useEffect(() => begin(() => enterByLink(answer, setRefusal)), [begin, answer]);
  /** A link that nobody has answered is as good as before. */
  const again = () => {
    setRefusal(undefined);
    redeemed.delete(answer);
    begin(() => enterByLink(answer, setRefusal));
  };

  if (refusal !== undefined && isOutage(refusal))
    return (
      <EntryCard title={messages.confirm.title} foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}>
        <ErrorState error={refusal} onRetry={again} />
      </EntryCard>
    );
  if (refusal !== undefined)
    return (
      <LinkRefused code={refusal.code} description={refusal.message} requestId={refusal.requestId} again={AGAIN} />
    );
  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard title={messages.confirm.title} foot={<Link to={keepNext("/sign-in")}>{messages.signIn.back}</Link>}>
      {entrance.error === null ? (
        <p role="status">{messages.confirm.entering}</p>
      ) : (
        <Alert kind="warn">
          {messages.confirm.signInByHand(entrance.error.message)}{" "}
          {isOutage(entrance.error) && <CopyDetails error={entrance.error} />}
        </Alert>
      )}
    </EntryCard>
  );
}

/** A token hash works once, however often the page draws itself. */
const redeemed = new WeakMap<object, Promise<string>>();

/** @param onRefused - told when the link itself is refused: nothing is confirmed then */
async function enterByLink(answer: ConfirmedProps["answer"], onRefused: (refusal: ApiError) => void) {
  if (answer.kind === "tokens") return enter(answer.accessToken);
  const token = redeemed.get(answer) ?? redeemTokenHash(answer.tokenHash, answer.type);
  redeemed.set(answer, token);
  token.catch((refusal: unknown) => refusal instanceof ApiError && onRefused(refusal));
  return enter(await token);
}
