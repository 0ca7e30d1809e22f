import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { type Account, verifiedFactors } from "../api/identity.ts";
import { removePersonsFactor, unlinkPersonsIdentity } from "../api/person.ts";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Writable } from "../session/writable.tsx";
import { nameOf } from "../sign-in/second-factor.tsx";
import { LinkIdentity } from "./link-identity.tsx";
import { texts } from "./messages.ts";
import { useProviderTitle } from "./provider-title.ts";
import { usePersonAct } from "./use-person-act.ts";

/** How the person signs in, and what proves it twice. */
export function PersonProofs({ account }: { readonly account: Account }) {
  const acting = usePersonAct(account.id);
  const titleOf = useProviderTitle();
  const factors = verifiedFactors(account);
  const identities = account.identities ?? [];
  const [leaving, setLeaving] = useState<{ readonly identity_id: string; readonly provider: string }>();
  return (
    <Section title={texts.proofs} actions={<LinkButton account={account} />}>
      {acting.error !== null && <FaultAlert error={acting.error} />}
      <RowList label={texts.proofs}>
        {identities.map((identity) => (
          <ListRow
            key={identity.identity_id}
            title={titleOf(identity.provider)}
            note={
              <>
                <IdentityNote identity={identity} isUsed={account.last_sign_in_at !== undefined} />
                {identities.length === 1 && <> · {texts.lastIdentity}</>}
              </>
            }
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${titleOf(identity.provider)}`}
                  isDisabled={identities.length === 1}
                  onPress={() => setLeaving(identity)}
                >
                  {texts.remove}
                </Button>
              </Writable>
            }
          />
        ))}
        {factors.map((factor) => (
          <ListRow
            key={factor.id}
            title={nameOf(factor)}
            note={<Age at={factor.created_at} />}
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${nameOf(factor)}`}
                  isPending={acting.isPending}
                  onPress={() => acting.mutate(() => removePersonsFactor(account.id, factor.id))}
                >
                  {texts.remove}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {leaving !== undefined && (
        <FormDialog
          title={texts.unlinkTitle(titleOf(leaving.provider))}
          isOpen
          onClose={() => setLeaving(undefined)}
          submit={texts.remove}
          kind="danger"
          isPending={acting.isPending}
          error={acting.error}
          onSubmit={() =>
            acting.mutate(() => unlinkPersonsIdentity(account.id, leaving.identity_id), {
              onSuccess: () => setLeaving(undefined),
            })
          }
        >
          <p>{texts.unlinkText}</p>
        </FormDialog>
      )}
    </Section>
  );
}

/** Offers to link an account where there is a provider to link; people of single sign-on have that one alone. */
function LinkButton({ account }: { readonly account: Account }) {
  const { data: methods } = useQuery(signInMethodsQuery);
  const [isLinking, setLinking] = useState(false);
  const [first, ...others] = methods?.providers ?? [];
  if (first === undefined || account.identities?.some(({ provider }) => provider.startsWith("sso:"))) return null;
  return (
    <Writable>
      <Button icon={<Link2 aria-hidden />} onPress={() => setLinking(true)}>
        {texts.link.open}
      </Button>
      {isLinking && <LinkIdentity account={account} providers={[first, ...others]} onClose={() => setLinking(false)} />}
    </Writable>
  );
}

interface IdentityNoteProps {
  readonly identity: NonNullable<Account["identities"]>[number];
  /** Whether the person ever signed in: the server dates the first use to when it was linked. */
  readonly isUsed: boolean;
}

/** Whom the provider knows the person as, since when, and when it was used last. */
function IdentityNote({ identity, isUsed }: IdentityNoteProps) {
  const { id, created_at, last_sign_in_at, identity_data } = identity;
  return (
    <>
      {identity_data?.email !== undefined && `${identity_data.email} · `}
      {texts.identityId} {id} · {texts.linked} <Age at={created_at} />
      {isUsed && last_sign_in_at !== undefined && (
        <>
          {" "}
          · {texts.lastUsed} <Age at={last_sign_in_at} />
        </>
      )}
    </>
  );
}
