import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  type CustomProvider,
  changeCustomProvider,
  customProvidersQuery,
  isProviderOvertaken,
  removeCustomProvider,
} from "../api/custom-providers.ts";
import { providersQuery } from "../api/providers.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { Section } from "../control/section.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { CallbackRegistration } from "./callback-registration.tsx";
import { type CustomProviderDraft, draftOf, fieldsOf, ontoNewer } from "./custom-provider-draft.ts";
import { CustomProviderFields } from "./custom-provider-fields.tsx";
import { texts } from "./messages.ts";
import { providerTexts as words } from "./provider-messages.ts";
import { ProviderTrial } from "./provider-trial.tsx";

/** A provider that an administrator has added: what is registered there, a trial, what it gave, and the way to be rid of it. */
export function CustomProviderPage({ identifier }: { readonly identifier: string }) {
  const own = useQuery(customProvidersQuery);
  const provider = own.data?.find((one) => one.identifier === identifier);
  if (own.data !== undefined && provider === undefined) return <NotFoundPage />;
  return (
    <AccessPage page="providers" title={provider?.name ?? identifier}>
      {own.error !== null && <ErrorState error={own.error} onRetry={() => void own.refetch()} />}
      {provider !== undefined && (
        <>
          <CallbackRegistration title={provider.name} callbackUrl={provider.callback_url} />
          <ProviderTrial provider={identifier} title={provider.name} />
          <Change key={identifier} provider={provider} />
          <Writable>
            <Remove provider={provider} />
          </Writable>
        </>
      )}
    </AccessPage>
  );
}

/** Saves what was typed over what is stored by then, and asks first where somebody else has changed the same. */
function Change({ provider }: { readonly provider: CustomProvider }) {
  const [seen, setSeen] = useState(provider);
  const [draft, setDraft] = useState(() => draftOf(provider));
  const queryClient = useQueryClient();
  const { identifier, provider_type: type } = provider;
  const save = async (sent: CustomProviderDraft, now: CustomProvider): Promise<CustomProvider> => {
    const newer = ontoNewer(sent, { seen, now });
    if (newer.overtaken.length > 0) {
      // A second press of Save is made on purpose and goes through.
      setSeen(now);
      setDraft((typed) => ontoNewer(typed, { seen, now }).draft);
      throw new Overtaken(newer.overtaken);
    }
    try {
      return await changeCustomProvider(now, fieldsOf(newer.draft, type));
    } catch (error) {
      if (!isProviderOvertaken(error)) throw error;
      const all = await queryClient.fetchQuery({ ...customProvidersQuery, staleTime: 0 });
      const stored = all.find((one) => one.identifier === identifier);
      if (stored === undefined) throw error;
      return await save(sent, stored);
    }
  };
  const saving = useMutation({
    mutationFn: (sent: CustomProviderDraft) => save(sent, seen),
    onSuccess: (saved, sent) => {
      setSeen(saved);
      // What was typed while this was under way is not saved.
      setDraft((now) => (now === sent ? draftOf(saved) : now));
      return queryClient.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  const overtaken = saving.error instanceof Overtaken ? saving.error.fields : [];
  return (
    <Section title={texts.providers.settings}>
      <Form isPending={saving.isPending} error={saving.error} onSubmit={() => saving.mutate(draft)}>
        {saving.error !== null && <FaultAlert error={saving.error} />}
        {saving.isSuccess && <Alert kind="ok">{words.saved}</Alert>}
        <div className="v-field">
          <span className="v-label">{words.identifier}</span>
          <code className="v-setting-key">{identifier}</code>
        </div>
        <CustomProviderFields type={type} stored={seen} overtaken={overtaken} draft={draft} onChange={setDraft} />
        <Writable>
          <div className="v-form-actions">
            <Button type="submit" kind="primary" isPending={saving.isPending}>
              {words.save}
            </Button>
          </div>
        </Writable>
      </Form>
    </Section>
  );
}

/** Somebody else has saved other values of these fields since they were read. */
class Overtaken extends Error {
  readonly fields: readonly (keyof CustomProviderDraft)[];

  constructor(fields: readonly (keyof CustomProviderDraft)[]) {
    super(words.overtaken);
    this.name = "Overtaken";
    this.fields = fields;
  }
}

function Remove({ provider: { identifier, name } }: { readonly provider: CustomProvider }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeCustomProvider(identifier),
    onSuccess: async () => {
      await navigate("/access/providers");
      await queryClient.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  return (
    <Section
      title={words.remove}
      lead={words.removeText}
      actions={
        <Button kind="danger" onPress={() => setAsked(true)}>
          {words.remove}
        </Button>
      }
    >
      <FormDialog
        title={words.removeTitle(name)}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        submit={words.remove}
        kind="danger"
        onSubmit={() => removing.mutate()}
        isPending={removing.isPending}
        error={removing.error}
      >
        <p>{words.removeText}</p>
      </FormDialog>
    </Section>
  );
}
