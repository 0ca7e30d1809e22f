import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountQuery } from "../api/account.ts";
import type { Account } from "../api/identity.ts";
import type { OfferedProvider } from "../api/provider-page.ts";
import { endSessionOf, linkAddress, unlink } from "../api/providers.ts";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import type { LinkAnswer } from "../sign-in/link-answer.ts";
import { linkTexts } from "../sign-in/link-messages.ts";
import { useLinkAnswer } from "../sign-in/use-link-answer.ts";
import { texts } from "./messages.ts";

type Identity = NonNullable<Account["identities"]>[number];

/** How an account is known: what it is linked to, and what it could be. */
export function Identities({ identities }: { readonly identities: readonly Identity[] }) {
  const asking = useQuery(signInMethodsQuery);
  const { data: methods } = asking;
  const [leaving, setLeaving] = useState<Identity>();
  // What was said of the last link holds no longer once one has gone.
  const [isOver, setOver] = useState(false);
  const mayLink = methods?.manual_linking_enabled === true;
  const linked = new Set(identities.map(({ provider }) => provider));
  const offered = mayLink ? (methods.providers ?? []).filter(({ name }) => !linked.has(name)) : [];
  const nameOf = (provider: string) => providerName(provider, methods?.providers);
  const { title, lead, unlinkTitle, unlinkText } = texts.identities;
  return (
    <Section title={title} lead={mayLink ? `${lead} ${texts.identities.beta}` : lead}>
      {!isOver && <Linked />}
      <MissingPart name={texts.identities.title} query={asking} />
      <RowList label={title}>
        {identities.map((identity) => (
          <ListRow
            key={identity.identity_id}
            title={nameOf(identity.provider)}
            note={
              <>
                {identity.identity_data?.email ?? ""} · {texts.added} <Age at={identity.created_at} />
                {mayLink && identities.length === 1 && <> · {texts.identities.only}</>}
              </>
            }
            actions={
              mayLink && (
                <Button
                  kind="quiet"
                  isDisabled={identities.length === 1}
                  aria-label={`${texts.remove}: ${nameOf(identity.provider)}`}
                  onPress={() => setLeaving(identity)}
                >
                  {texts.remove}
                </Button>
              )
            }
          />
        ))}
      </RowList>
      {offered.length > 0 && <LinkButtons offered={offered} />}
      {leaving !== undefined && (
        <RemoveDialog
          title={unlinkTitle(nameOf(leaving.provider))}
          text={unlinkText}
          remove={() => unlink(leaving.identity_id).then(() => setOver(true))}
          submit={texts.remove}
          changes={accountQuery.queryKey}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Section>
  );
}

function LinkButtons({ offered }: { readonly offered: readonly OfferedProvider[] }) {
  const linking = useMutation({
    mutationFn: async (provider: OfferedProvider) => location.assign(await linkAddress(provider)),
  });
  return (
    <>
      {linking.error !== null && <FaultAlert error={linking.error} />}
      <div className="v-row-actions">
        {offered.map((provider) => (
          <Button key={provider.name} isPending={linking.isPending} onPress={() => linking.mutate(provider)}>
            {texts.identities.link(provider.title)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** What came of linking, once the browser is back from the provider. */
function Linked() {
  const answer = useLinkAnswer();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (answer.kind !== "tokens") return;
    void endSessionOnce(answer).then(() => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }));
  }, [answer, queryClient]);
  if (answer.kind === "tokens") return <Alert kind="ok">{texts.identities.linked}</Alert>;
  if (answer.kind !== "refused") return null;
  const known: Readonly<Record<string, { readonly what: string; readonly you: string }>> = linkTexts.refusals;
  const refusal = known[answer.code];
  return <Alert kind="crit">{refusal === undefined ? answer.description : `${refusal.what} ${refusal.you}`}</Alert>;
}

/** The session that came with the answer ends once, however often the page draws itself. */
const ended = new WeakSet<object>();

async function endSessionOnce(answer: Extract<LinkAnswer, { kind: "tokens" }>): Promise<void> {
  if (ended.has(answer)) return;
  ended.add(answer);
  await endSessionOf(answer.accessToken).catch(() => undefined); // It ends by itself, too.
}

function providerName(provider: string, offered: readonly OfferedProvider[] = []): string {
  const names: Readonly<Record<string, string>> = texts.identities.providers;
  return names[provider] ?? offered.find(({ name }) => name === provider)?.title ?? provider;
}
