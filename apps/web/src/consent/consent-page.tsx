import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { dropPageTokens } from "../api/page-token.ts";
import { answerProgram, type ConsentRequest, consentQuery } from "../api/programs.ts";
import { signOut } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { faultOfLast } from "../control/fault-of-last.ts";
import { StillWorking } from "../control/still-working.tsx";
import { EntryCard } from "../sign-in/entry-card.tsx";
import { consentMessages as texts } from "./messages.ts";
import { placeOf } from "./place-of.ts";
import "./consent.css";

/** Asks whoever is signed in whether a program may know who they are. */
export function ConsentPage() {
  const [query] = useSearchParams();
  const asked = useQuery(consentQuery(query.get("authorization_id") ?? ""));
  const onward = asked.data !== undefined && "redirect_url" in asked.data ? asked.data.redirect_url : undefined;
  useEffect(() => {
    if (onward !== undefined) window.location.replace(onward);
  }, [onward]);

  if (asked.error !== null) return <Refused error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) {
    return (
      <main className="v-whole-page">
        <StillWorking />
      </main>
    );
  }
  if ("redirect_url" in asked.data) return <p className="v-whole-page">{texts.onward}</p>;
  return <Question request={asked.data} />;
}

function Question({ request }: { readonly request: ConsentRequest }) {
  const { client, user, authorization_id: id } = request;
  const signingIn = useOtherSignIn();
  const answering = useMutation({
    mutationFn: (action: "approve" | "deny") => answerProgram(id, action),
    onSuccess: (address) => window.location.replace(address),
  });
  // The browser is on its way out: a second answer would find nothing to answer.
  const isAnswered = answering.isPending || answering.isSuccess;
  const answered = isAnswered ? answering.variables : undefined;
  const fault = faultOfLast(answering, signingIn);
  return (
    <EntryCard
      title={texts.title(client.name || texts.unnamed)}
      lead={texts.as(user.email)}
      foot={
        <Button kind="quiet" isPending={signingIn.isPending} onPress={() => signingIn.mutate()}>
          {texts.other}
        </Button>
      }
    >
      {client.registration_type === "dynamic" && <Alert kind="warn">{texts.registeredItself}</Alert>}
      <Learned scope={request.scope} />
      <dl className="v-consent-place">
        <dt>{texts.goes}</dt>
        <dd>{placeText(request.redirect_uri)}</dd>
      </dl>
      {fault !== null && <FaultAlert error={fault} />}
      <div className="v-entry-form v-consent-answers">
        <Button
          kind="primary"
          isPending={answered === "approve"}
          isDisabled={answered === "deny"}
          onPress={() => answering.mutate("approve")}
        >
          {texts.allow}
        </Button>
        <Button
          isPending={answered === "deny"}
          isDisabled={answered === "approve"}
          onPress={() => answering.mutate("deny")}
        >
          {texts.deny}
        </Button>
      </div>
      <p className="v-hint">{texts.back}</p>
    </EntryCard>
  );
}

function Learned({ scope }: { readonly scope: string }) {
  const known: Readonly<Record<string, string>> = texts.scopes;
  return (
    <div>
      <p id="consent-learns">{texts.learns}</p>
      <ul className="v-consent-scopes" aria-labelledby="consent-learns">
        {scope.split(" ").map((name) => (
          <li key={name}>
            <Check aria-hidden />
            {known[name] ?? name}
          </li>
        ))}
      </ul>
      <p className="v-hint">{texts.never}</p>
    </div>
  );
}

function placeText(redirectUri: string): string {
  const place = placeOf(redirectUri);
  if (place.kind === "machine") return texts.machine;
  return place.kind === "app" ? texts.app(place.scheme) : place.host;
}

function Refused({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const signingIn = useOtherSignIn();
  const code = error instanceof ApiError ? error.code : "";
  if (code === "reauthentication_needed") {
    return (
      <EntryCard title={texts.again.title} lead={texts.again.text}>
        {signingIn.error !== null && <FaultAlert error={signingIn.error} />}
        <Button kind="primary" isPending={signingIn.isPending} onPress={() => signingIn.mutate()}>
          {texts.again.submit}
        </Button>
      </EntryCard>
    );
  }
  if (code === "feature_disabled") {
    return (
      <EntryCard title={texts.off.title} lead={texts.off.text}>
        <LinkButton to="/" kind="primary">
          {texts.gone.home}
        </LinkButton>
      </EntryCard>
    );
  }
  if (code === "oauth_authorization_not_found") {
    return (
      <EntryCard title={texts.gone.title} lead={texts.gone.text} foot={<Link to="/account">{texts.other}</Link>}>
        <LinkButton to="/" kind="primary">
          {texts.gone.home}
        </LinkButton>
      </EntryCard>
    );
  }
  return (
    <main className="v-whole-page">
      <ErrorState level={1} error={error} onRetry={onRetry} />
    </main>
  );
}

/** Signs out and comes back to the same question. */
function useOtherSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      dropPageTokens();
      await navigate(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`);
      queryClient.clear();
    },
  });
}
