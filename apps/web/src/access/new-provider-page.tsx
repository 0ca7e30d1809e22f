import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { addCustomProvider, type CustomProvider } from "../api/custom-providers.ts";
import { providersQuery } from "../api/providers.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { WritablePage } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { CallbackRegistration } from "./callback-registration.tsx";
import { EMPTY_DRAFT, fieldsOf } from "./custom-provider-draft.ts";
import { CustomProviderFields } from "./custom-provider-fields.tsx";
import { texts } from "./messages.ts";
import { providerTexts as words } from "./provider-messages.ts";

const KINDS = [
  { id: "oidc", label: words.kinds.oidc },
  { id: "oauth2", label: words.kinds.oauth2 },
] as const satisfies readonly { id: CustomProvider["provider_type"]; label: string }[];

/** Adds a provider: what is to be registered there, and then what it gave in return. */
export function NewProviderPage() {
  const providers = useQuery(providersQuery);
  const { data } = providers;
  const [typed, setTyped] = useState("");
  const identifier = `custom:${typed.trim().replace(/^custom:/, "")}`;
  return (
    <WritablePage title={words.addTitle}>
      <AccessPage page="providers" title={words.addTitle}>
        <MissingPart name={words.theProvider} query={providers} />
        {data !== undefined && (
          <CallbackRegistration
            title={words.theProvider}
            callbackUrl={data.custom_callback_url + identifier}
            isUnfinished={identifier === "custom:"}
          />
        )}
        <NewProvider
          identifier={identifier}
          identifierField={
            <TextField
              label={words.identifier}
              hint={words.identifierHint}
              value={typed}
              onChange={setTyped}
              isRequired
            />
          }
        />
      </AccessPage>
    </WritablePage>
  );
}

interface NewProviderProps {
  readonly identifier: string;
  /** Part of the address that is to be registered, which stands above. */
  readonly identifierField: ReactNode;
}

function NewProvider({ identifier, identifierField }: NewProviderProps) {
  const [type, setType] = useState<CustomProvider["provider_type"]>("oidc");
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: async () =>
      addCustomProvider({ ...fieldsOf(draft, type), jwks_uri: null, provider_type: type, identifier }),
    onSuccess: async (provider) => {
      await queryClient.invalidateQueries({ queryKey: providersQuery.queryKey });
      await navigate(`/access/providers/${provider.identifier}`);
    },
  });
  return (
    <Section title={texts.providers.settings}>
      <Form isPending={adding.isPending} error={adding.error} onSubmit={() => adding.mutate()}>
        {adding.error !== null && <FaultAlert error={adding.error} />}
        <Select label={words.kind} options={KINDS} value={type} onChange={setType} />
        {identifierField}
        <CustomProviderFields type={type} draft={draft} onChange={setDraft} />
        <div className="v-form-actions">
          <Button type="submit" kind="primary" isPending={adding.isPending}>
            {words.add}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
