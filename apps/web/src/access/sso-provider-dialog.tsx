import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  addSsoProvider,
  changeSsoProvider,
  mappingText,
  readSsoMetadata,
  type SsoProvider,
  type SsoProviderFields,
  ssoProvidersQuery,
} from "../api/single-sign-on.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { objectOf } from "./custom-provider-draft.ts";
import { texts } from "./messages.ts";
import { SetWhen } from "./set-when.tsx";

interface SsoProviderDialogProps {
  /** Absent for a new one. */
  readonly provider?: SsoProvider;
  readonly onClose: () => void;
}

type Kind = "saml" | "oidc";

/** An identity provider: what it speaks, how it is known, and whose people it knows. */
export function SsoProviderDialog({ provider, onClose }: SsoProviderDialogProps) {
  const [kind, setKind] = useState<Kind>(provider?.oidc === undefined ? "saml" : "oidc");
  const [domains, setDomains] = useState(provider?.domains.map(({ domain }) => domain).join(" ") ?? "");
  const [saml, setSaml] = useState({
    address: provider?.saml?.metadata_url ?? "",
    xml: "",
    mayBegin: provider?.allow_idp_initiated ?? false,
  });
  const [oidc, setOidc] = useState({
    issuer: provider?.oidc?.issuer ?? "",
    clientId: provider?.oidc?.client_id ?? "",
    secret: "",
  });
  const [mapping, setMapping] = useState(provider === undefined ? "" : mappingText(provider));
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      const attribute_mapping = objectOf(texts.sso.mapping, mapping);
      const spoken =
        kind === "saml"
          ? { ...samlFieldsOf(saml, provider), attribute_mapping }
          : { oidc: { ...oidcFieldsOf(oidc), attribute_mapping } };
      const fields = { ...spoken, domains: domains.split(/[\s,;]+/).filter(Boolean) };
      return provider === undefined ? addSsoProvider(fields) : changeSsoProvider(provider.id, fields);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ssoProvidersQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={provider === undefined ? texts.sso.addTitle : texts.sso.changeTitle}
      isOpen
      onClose={onClose}
      submit={provider === undefined ? texts.sso.add : texts.save}
      onSubmit={() => saving.mutate()}
      isPending={saving.isPending}
      error={saving.error}
    >
      <TextField
        label={texts.sso.domains}
        hint={texts.sso.domainsHint}
        value={domains}
        onChange={setDomains}
        autoFocus
      />
      {provider === undefined && (
        <Select
          label={texts.sso.speaks}
          options={[
            { id: "saml", label: "SAML 2.0" },
            { id: "oidc", label: "OpenID Connect" },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      {kind === "saml" ? (
        <SamlFields value={saml} onChange={setSaml} />
      ) : (
        <OidcFields value={oidc} onChange={setOidc} provider={provider} />
      )}
      <TextArea
        label={texts.sso.mapping}
        hint={texts.sso.mappingHints[kind]}
        rows={4}
        value={mapping}
        onChange={setMapping}
      />
    </FormDialog>
  );
}

interface SamlDraft {
  readonly address: string;
  readonly xml: string;
  readonly mayBegin: boolean;
}

interface SamlFieldsProps {
  readonly value: SamlDraft;
  readonly onChange: (value: SamlDraft) => void;
}

function SamlFields({ value, onChange }: SamlFieldsProps) {
  return (
    <>
      <TextField
        label={texts.sso.metadataUrl}
        hint={texts.sso.metadataUrlHint}
        type="url"
        value={value.address}
        onChange={(address) => onChange({ ...value, address })}
      />
      <TextArea
        label={texts.sso.metadataXml}
        rows={4}
        value={value.xml}
        onChange={(xml) => onChange({ ...value, xml })}
      />
      {value.xml.trim() !== "" && <MetadataTrial xml={value.xml} />}
      <Checkbox isSelected={value.mayBegin} onChange={(mayBegin) => onChange({ ...value, mayBegin })}>
        {texts.sso.mayBegin}
      </Checkbox>
    </>
  );
}

interface OidcDraft {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

interface OidcFieldsProps {
  readonly value: OidcDraft;
  readonly onChange: (value: OidcDraft) => void;
  readonly provider: SsoProvider | undefined;
}

function OidcFields({ value, onChange, provider }: OidcFieldsProps) {
  return (
    <>
      <TextField
        label={texts.sso.issuer}
        hint={texts.sso.issuerHint}
        type="url"
        value={value.issuer}
        onChange={(issuer) => onChange({ ...value, issuer })}
        isReadOnly={provider !== undefined}
        isRequired
      />
      <TextField
        label={texts.sso.clientId}
        value={value.clientId}
        onChange={(clientId) => onChange({ ...value, clientId })}
        isRequired
      />
      <TextField
        label={texts.sso.clientSecret}
        {...(provider?.oidc?.has_secret === true ? { hint: texts.secretSet } : {})}
        type="password"
        autoComplete="off"
        value={value.secret}
        onChange={(secret) => onChange({ ...value, secret })}
      />
      <SetWhen at={provider?.oidc?.secret_set_at ?? null} by={provider?.oidc?.secret_set_by ?? null} />
    </>
  );
}

/** Says what pasted metadata is about, before it is used. */
function MetadataTrial({ xml }: { readonly xml: string }) {
  const reading = useMutation({ mutationFn: () => readSsoMetadata(xml) });
  return (
    <>
      {reading.error !== null && <FaultAlert error={reading.error} />}
      {reading.data !== undefined && (
        <Alert kind="ok">
          {texts.sso.read(reading.data.entity_id, reading.data.sign_on_url, reading.data.certificates)}
        </Alert>
      )}
      <Button kind="quiet" isPending={reading.isPending} onPress={() => reading.mutate()}>
        {texts.sso.check}
      </Button>
    </>
  );
}

/** Metadata that is pasted wins; an address that stays the same is not fetched again. */
function samlFieldsOf({ address, xml, mayBegin }: SamlDraft, provider: SsoProvider | undefined): SsoProviderFields {
  const url = address.trim();
  const isSame = url === "" || url === provider?.saml?.metadata_url;
  const metadata = xml.trim() !== "" ? { metadata_xml: xml } : isSame ? {} : { metadata_url: url };
  return { ...metadata, allow_idp_initiated: mayBegin };
}

function oidcFieldsOf({ issuer, clientId, secret }: OidcDraft): NonNullable<SsoProviderFields["oidc"]> {
  return { issuer: issuer.trim(), client_id: clientId.trim(), client_secret: secret };
}
