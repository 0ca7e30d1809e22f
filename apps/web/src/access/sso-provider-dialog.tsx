import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { isProviderOvertaken } from "../api/custom-providers.ts";
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
import { oddDomain, SsoFieldFault, ssoFieldOf } from "./sso-faults.ts";
import { changeOf, overtakenBy, type SsoChange } from "./sso-provider-change.ts";

interface SsoProviderDialogProps {
  /** Absent for a new one. */
  readonly provider?: SsoProvider;
  readonly onClose: () => void;
}

type Kind = "saml" | "oidc";

/** An identity provider: what it speaks, how it is known, and whose people it knows. */
export function SsoProviderDialog({ provider, onClose }: SsoProviderDialogProps) {
  const [seen, setSeen] = useState(provider);
  const [kind, setKind] = useState<Kind>(provider?.oidc === undefined ? "saml" : "oidc");
  const [domains, setDomains] = useState(() => domainsText(provider));
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
  const spokenOf = async (): Promise<SsoProviderFields> => {
    if (kind === "oidc") return { oidc: { ...oidcFieldsOf(oidc), attribute_mapping: mappingOf(mapping) } };
    const metadata = await metadataOf(saml, seen);
    return { ...metadata, allow_idp_initiated: saml.mayBegin, attribute_mapping: mappingOf(mapping) };
  };
  const change = async (now: SsoProvider, wish: SsoChange): Promise<SsoProvider> => {
    const overtaken = overtakenBy(now, wish);
    if (overtaken.length > 0) {
      // A second press of Save is made on purpose and goes through.
      setSeen(now);
      throw new Error(texts.sso.overtaken(overtaken.join("; ")));
    }
    try {
      return await changeSsoProvider(now.id, wish.change, now);
    } catch (error) {
      if (!isProviderOvertaken(error)) throw error;
      const all = await queryClient.fetchQuery({ ...ssoProvidersQuery, staleTime: 0 });
      const stored = all.find(({ id }) => id === now.id);
      if (stored === undefined) throw error;
      return await change(stored, wish);
    }
  };
  const saving = useMutation({
    mutationFn: async () => {
      const fields = { domains: domainsOf(domains), ...(await spokenOf()) };
      return seen === undefined ? addSsoProvider(fields) : change(seen, { change: changeOf(fields, seen), seen });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ssoProvidersQuery.queryKey });
      onClose();
    },
  });
  const field = ssoFieldOf(saving.error, {
    hasXml: kind === "saml" && saml.xml.trim() !== "",
    hasAddress: kind === "saml" && saml.address.trim() !== "",
    isNewIssuer: kind === "oidc" && provider === undefined,
    hasMapping: mapping.trim() !== "",
  });
  const faultAt = (one: typeof field) => (one === field ? saving.error?.message : undefined);
  return (
    <FormDialog
      title={provider === undefined ? texts.sso.addTitle : texts.sso.changeTitle}
      isOpen
      onClose={onClose}
      submit={provider === undefined ? texts.sso.add : texts.save}
      onSubmit={() => saving.mutate()}
      isPending={saving.isPending}
      error={field === undefined ? saving.error : null}
      partError={saving.error ?? undefined}
    >
      <TextField
        label={texts.sso.domains}
        hint={texts.sso.domainsHint}
        value={domains}
        onChange={setDomains}
        error={faultAt("domains")}
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
        <SamlFields value={saml} onChange={setSaml} addressError={faultAt("address")} xmlError={faultAt("xml")} />
      ) : (
        <OidcFields value={oidc} onChange={setOidc} provider={provider} issuerError={faultAt("issuer")} />
      )}
      <TextArea
        label={texts.sso.mapping}
        hint={texts.sso.mappingHints[kind]}
        rows={4}
        value={mapping}
        onChange={setMapping}
        error={faultAt("mapping")}
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
  readonly addressError: string | undefined;
  readonly xmlError: string | undefined;
}

function SamlFields({ value, onChange, addressError, xmlError }: SamlFieldsProps) {
  return (
    <>
      <TextField
        label={texts.sso.metadataUrl}
        hint={texts.sso.metadataUrlHint}
        type="url"
        value={value.address}
        onChange={(address) => onChange({ ...value, address })}
        error={addressError}
      />
      <TextArea
        label={texts.sso.metadataXml}
        rows={4}
        value={value.xml}
        onChange={(xml) => onChange({ ...value, xml })}
        error={xmlError}
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
  readonly issuerError: string | undefined;
}

function OidcFields({ value, onChange, provider, issuerError }: OidcFieldsProps) {
  return (
    <>
      <TextField
        label={texts.sso.issuer}
        hint={texts.sso.issuerHint}
        type="url"
        value={value.issuer}
        onChange={(issuer) => onChange({ ...value, issuer })}
        error={issuerError}
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

function domainsText(provider: SsoProvider | undefined): string {
  return provider?.domains.map(({ domain }) => domain).join(" ") ?? "";
}

/** @throws SsoFieldFault for what can be no domain */
function domainsOf(typed: string): readonly string[] {
  const domains = typed.split(/[\s,;]+/).filter(Boolean);
  const odd = oddDomain(domains);
  if (odd !== undefined) throw new SsoFieldFault("domains", { message: texts.sso.domainOdd(odd) });
  return domains;
}

/** @throws SsoFieldFault for what is no object of JSON */
function mappingOf(typed: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(texts.sso.mapping, typed);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SsoFieldFault("mapping", { message, cause });
  }
}

/**
 * Metadata that is pasted wins, and is read before anything is saved; an address that stays the same is not fetched again.
 *
 * @throws SsoFieldFault for metadata that is not there or cannot be used
 */
async function metadataOf({ address, xml }: SamlDraft, provider: SsoProvider | undefined): Promise<SsoProviderFields> {
  if (xml.trim() !== "") {
    await readSsoMetadata(xml).catch((cause: unknown) => {
      if (!(cause instanceof ApiError) || cause.code !== "validation_failed") throw cause;
      throw new SsoFieldFault("xml", { message: cause.message, cause });
    });
    return { metadata_xml: xml };
  }
  const url = address.trim();
  if (url === "" && provider === undefined) throw new SsoFieldFault("address", { message: texts.sso.metadataMissing });
  return url === "" || url === provider?.saml?.metadata_url ? {} : { metadata_url: url };
}

function oidcFieldsOf({ issuer, clientId, secret }: OidcDraft): NonNullable<SsoProviderFields["oidc"]> {
  return { issuer: issuer.trim(), client_id: clientId.trim(), client_secret: secret };
}
