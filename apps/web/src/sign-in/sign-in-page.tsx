import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import {
  askForConfirmation,
  enterWithPasskey,
  enterWithPassword,
  enterWithWallet,
  type SignInMethods,
  signInMethodsQuery,
  takesSignUps,
} from "../api/sign-in.ts";
import { currentUserQuery, whoIsSignedIn } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmailField } from "../control/email-field.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { useWait } from "../control/use-wait.ts";
import { messages } from "../messages/en.ts";
import { nextPath } from "../session/next-path.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import { keepEntrance, type LastEntrance, lastEntrance, SINGLE_SIGN_ON } from "./last-entrance.ts";
import { ProviderEntry } from "./provider-entry.tsx";
import { ProviderLink, Providers } from "./providers.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { isUnconfirmed, isWrong, signInFault } from "./sign-in-fault.ts";
import { useEntrance } from "./use-entrance.ts";

export function SignInPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { next, keepNext } = useNext();
  const { first, startOver, ...entrance } = useEntrance({ onEntered: () => navigate(next, { replace: true }) });
  const asking = useQuery(signInMethodsQuery);
  const methods = asking.data;
  const [last] = useState(lastEntrance);
  const [email, setEmail] = useState(last?.provider === "" ? last.email : "");

  if (useIsSignedIn()) return <Navigate to={next} replace />;
  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard
      title={messages.signIn.title}
      foot={
        methods !== undefined && !takesSignUps(methods) ? undefined : (
          <span>
            {messages.signIn.newHere} <Link to={keepNext("/sign-up")}>{messages.signIn.create}</Link>
          </span>
        )
      }
    >
      <ProviderEntry next={next} />
      {last !== undefined && <GoOn last={last} methods={methods} next={next} search={query.toString()} />}
      <PasswordForm email={email} setEmail={setEmail} takesName={methods?.user_names_enabled} {...entrance} />
      <MissingPart name={messages.signIn.otherWays} query={asking} />
      {methods !== undefined && <OtherWays email={email} methods={methods} search={query.toString()} {...entrance} />}
    </EntryCard>
  );
}

/** Whether somebody came here who is signed in already; asked beside the form, as nearly nobody is. */
function useIsSignedIn(): boolean {
  const queryClient = useQueryClient();
  // Whoever was sent here by a page is not.
  const [isUnknown] = useState(() => queryClient.getQueryState(currentUserQuery.queryKey)?.status !== "error");
  // Not what the pages know of: they are told of a sign-out only after they have led here.
  const { data: uid = null } = useQuery({
    queryKey: ["user", "already"],
    queryFn: ({ signal }) => whoIsSignedIn(signal),
    enabled: isUnknown,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return uid !== null;
}

type EntranceProps = Pick<ReturnType<typeof useEntrance>, "enter" | "isPending" | "error">;

interface PasswordFormProps extends EntranceProps {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly takesName: boolean | undefined;
}

function PasswordForm({ email, setEmail, takesName, enter, isPending, error }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const { keepNext } = useNext();
  const [isKnown] = useState(email !== "");
  const credentials = { email: email.trim(), password };
  const submit = () =>
    enter(async () => {
      const entrance = await enterWithPassword(credentials);
      keepEntrance(credentials.email, "password");
      return entrance;
    });
  return (
    <Form className="v-entry-form" isPending={isPending} error={error} onSubmit={submit}>
      {error !== null && <FaultAlert error={error} text={signInFault(error)} />}
      {isUnconfirmed(error) && <ConfirmationAgain email={credentials.email} />}
      <EmailField value={email} onChange={setEmail} takesName={takesName} autoFocus={!isKnown} />
      <PasswordField
        label={messages.signIn.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        isRefused={isWrong(error)}
        autoFocus={isKnown}
      />
      <Link className="v-entry-aside" to={keepNext("/sign-in/forgot")} state={{ email }}>
        {messages.signIn.forgot}
      </Link>
      <Button type="submit" kind="primary" isPending={isPending}>
        {messages.signIn.submit}
      </Button>
    </Form>
  );
}

interface GoOnProps {
  readonly last: LastEntrance;
  /** `undefined` while they are on their way. */
  readonly methods: SignInMethods | undefined;
  readonly next: string;
  /** As in {@link OtherWaysProps}. */
  readonly search: string;
}

const HIDDEN = { visibility: "hidden" } as const;

/** The way in that this browser knows, where it is still one. */
function GoOn({ last, methods, next, search }: GoOnProps) {
  if (last.provider === "") return null;
  // Its place: what stands below is being typed in already.
  if (methods === undefined) return <span className="v-button" data-kind="default" style={HIDDEN} aria-hidden />;
  if (last.provider === SINGLE_SIGN_ON && methods.sso_enabled)
    return (
      <Link className="v-button" data-kind="default" to={`/sign-in/sso?${search}`} state={{ email: last.email }}>
        <span className="v-button-text">{messages.signIn.goOn(last.email, messages.singleSignOn.title)}</span>
      </Link>
    );
  const provider = methods.providers.find(({ name }) => name === last.provider);
  if (provider === undefined) return null;
  return (
    <ProviderLink provider={provider} next={next}>
      {messages.signIn.goOn(last.email, provider.title)}
    </ProviderLink>
  );
}

function ConfirmationAgain({ email }: { readonly email: string }) {
  const { next } = useNext();
  const asking = useMutation({ mutationFn: () => askForConfirmation(email, next) });
  if (asking.isSuccess) return <Alert kind="ok">{messages.code.sent(email)}</Alert>;
  return (
    <>
      {asking.error !== null && <FaultAlert error={asking.error} />}
      <Button kind="quiet" isPending={asking.isPending} onPress={() => asking.mutate()}>
        {messages.signIn.confirmAgain}
      </Button>
    </>
  );
}

interface OtherWaysProps extends EntranceProps {
  readonly email: string;
  readonly methods: SignInMethods;
  /** The query of this page, so that its `next` is kept. */
  readonly search: string;
}

function OtherWays({ email, methods, search, enter, isPending, error }: OtherWaysProps) {
  const isDisabled = useWait(error) > 0 || isPending;
  const to = (via: string) => {
    const query = new URLSearchParams(search);
    query.set("via", via);
    return `/sign-in/verify?${query}`;
  };
  return (
    <div className="v-entry-ways">
      {methods.external.email && (
        <Link to={to("email")} state={{ email }}>
          {messages.signIn.byMail}
        </Link>
      )}
      {methods.external.phone && <Link to={to("phone")}>{messages.signIn.byPhone}</Link>}
      <Providers offered={methods.providers} next={nextPath(new URLSearchParams(search).get("next"))} />
      {methods.passkeys_enabled && (
        <Button icon={<KeyRound aria-hidden />} isDisabled={isDisabled} onPress={() => enter(enterWithPasskey)}>
          {messages.signIn.passkey}
        </Button>
      )}
      {(methods.web3.ethereum || methods.web3.solana) && (
        <Suspense fallback={null}>
          <WalletWays
            offered={methods.web3}
            isDisabled={isDisabled}
            onSigned={(proof) => enter(() => enterWithWallet(proof))}
          />
        </Suspense>
      )}
      {methods.sso_enabled && (
        <Link to={`/sign-in/sso?${search}`} state={{ email }}>
          {messages.signIn.bySingleSignOn}
        </Link>
      )}
    </div>
  );
}

/** Loaded where wallets are switched on. */
const WalletWays = lazy(async () => ({ default: (await import("./wallet-ways.tsx")).WalletWays }));
