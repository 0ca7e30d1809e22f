import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { signInAddress } from "../api/provider-page.ts";
import {
  askForConfirmation,
  enterWithPasskey,
  enterWithPassword,
  enterWithWallet,
  type SignInMethods,
  signInMethodsQuery,
} from "../api/sign-in.ts";
import { Alert } from "../control/alert.tsx";
import { AddressButton, Button } from "../control/button.tsx";
import { EmailField } from "../control/email-field.tsx";
import { Form } from "../control/form.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { messages } from "../messages/en.ts";
import { nextPath } from "../session/next-path.ts";
import { EntryCard } from "./entry-card.tsx";
import { ProviderEntry } from "./provider-entry.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { isUnconfirmed, signInFault } from "./sign-in-fault.ts";
import { useEntrance } from "./use-entrance.ts";

export function SignInPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const passwordInput = useRef<HTMLInputElement>(null);
  const next = nextPath(query.get("next"));
  const { first, startOver, ...entrance } = useEntrance({
    onEntered: () => navigate(next, { replace: true }),
    onRefused: () => passwordInput.current?.focus(),
  });
  const { data: methods } = useQuery(signInMethodsQuery);
  const [email, setEmail] = useState("");

  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard
      title={messages.signIn.title}
      foot={
        methods?.disable_signup === true ? undefined : (
          <span>
            {messages.signIn.newHere} <Link to="/sign-up">{messages.signIn.create}</Link>
          </span>
        )
      }
    >
      <ProviderEntry next={next} />
      <PasswordForm
        email={email}
        setEmail={setEmail}
        takesName={methods?.user_names_enabled}
        passwordInput={passwordInput}
        {...entrance}
      />
      {methods !== undefined && <OtherWays email={email} methods={methods} search={query.toString()} {...entrance} />}
    </EntryCard>
  );
}

type EntranceProps = Pick<ReturnType<typeof useEntrance>, "enter" | "isPending" | "error">;

interface PasswordFormProps extends EntranceProps {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly takesName: boolean | undefined;
  readonly passwordInput: React.RefObject<HTMLInputElement | null>;
}

function PasswordForm({ email, setEmail, takesName, passwordInput, enter, isPending, error }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const credentials = { email: email.trim(), password };
  return (
    <Form className="v-entry-form" isPending={isPending} onSubmit={() => enter(() => enterWithPassword(credentials))}>
      {error !== null && <Alert kind="crit">{signInFault(error)}</Alert>}
      {isUnconfirmed(error) && <ConfirmationAgain email={credentials.email} />}
      <EmailField value={email} onChange={setEmail} takesName={takesName} autoFocus />
      <PasswordField
        label={messages.signIn.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        inputRef={passwordInput}
      />
      <Link className="v-entry-aside" to="/sign-in/forgot" state={{ email }}>
        {messages.signIn.forgot}
      </Link>
      <Button type="submit" kind="primary" isPending={isPending}>
        {messages.signIn.submit}
      </Button>
    </Form>
  );
}

function ConfirmationAgain({ email }: { readonly email: string }) {
  const asking = useMutation({ mutationFn: () => askForConfirmation(email) });
  if (asking.isSuccess) return <Alert kind="ok">{messages.code.sent(email)}</Alert>;
  return (
    <>
      {asking.error !== null && <Alert kind="crit">{asking.error.message}</Alert>}
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

function OtherWays({ email, methods, search, enter, isPending }: OtherWaysProps) {
  const to = (via: string) => {
    const query = new URLSearchParams(search);
    query.set("via", via);
    return `/sign-in/verify?${query}`;
  };
  return (
    <div className="v-entry-ways">
      {methods.providers.map((provider) => (
        <AddressButton
          key={provider.name}
          href={signInAddress(provider, nextPath(new URLSearchParams(search).get("next")))}
        >
          {messages.signIn.byProvider(provider.title)}
        </AddressButton>
      ))}
      {methods.passkeys_enabled && (
        <Button icon={<KeyRound aria-hidden />} isDisabled={isPending} onPress={() => enter(enterWithPasskey)}>
          {messages.signIn.passkey}
        </Button>
      )}
      {(methods.web3.ethereum || methods.web3.solana) && (
        <Suspense fallback={null}>
          <WalletWays
            offered={methods.web3}
            isDisabled={isPending}
            onSigned={(proof) => enter(() => enterWithWallet(proof))}
          />
        </Suspense>
      )}
      {methods.external.email && (
        <Link to={to("email")} state={{ email }}>
          {messages.signIn.byMail}
        </Link>
      )}
      {methods.sso_enabled && (
        <Link to={`/sign-in/sso?${search}`} state={{ email }}>
          {messages.signIn.bySingleSignOn}
        </Link>
      )}
      {methods.external.phone && <Link to={to("phone")}>{messages.signIn.byPhone}</Link>}
    </div>
  );
}

/** Loaded where wallets are switched on. */
const WalletWays = lazy(async () => ({ default: (await import("./wallet-ways.tsx")).WalletWays }));
