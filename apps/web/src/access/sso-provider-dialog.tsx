import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  addSsoProvider,
  changeSsoProvider,
  readSsoMetadata,
  type SsoProvider,
  type SsoProviderFields,
  ssoProvidersQuery,
} from "../api/single-sign-on.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";

interface SsoProviderDialogProps {
  /** Absent for a new one. */
  readonly provider?: SsoProvider;
  readonly onClose: () => void;
}

/** An identity provider: where its metadata is, and whose people it knows. */
export function SsoProviderDialog({ provider, onClose }: SsoProviderDialogProps) {
  const [address, setAddress] = useState(provider?.saml.metadata_url ?? "");
  const [xml, setXml] = useState("");
  const [domains, setDomains] = useState(provider?.domains.map(({ domain }) => domain).join(" ") ?? "");
  const [mayBegin, setMayBegin] = useState(provider?.allow_idp_initiated ?? false);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () => {
      const fields = {
        ...metadataOf(address, xml, provider),
        domains: domains.split(/[\s,;]+/).filter(Boolean),
        allow_idp_initiated: mayBegin,
      };
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
      <TextField
        label={texts.sso.metadataUrl}
        hint={texts.sso.metadataUrlHint}
        type="url"
        value={address}
        onChange={setAddress}
      />
      <TextArea label={texts.sso.metadataXml} value={xml} onChange={setXml} />
      {xml.trim() !== "" && <MetadataTrial xml={xml} />}
      <Checkbox isSelected={mayBegin} onChange={setMayBegin}>
        {texts.sso.mayBegin}
      </Checkbox>
    </FormDialog>
  );
}

/** Says what pasted metadata is about, before it is used. */
function MetadataTrial({ xml }: { readonly xml: string }) {
  const reading = useMutation({ mutationFn: () => readSsoMetadata(xml) });
  return (
    <>
      {reading.error !== null && <Alert kind="crit">{reading.error.message}</Alert>}
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
function metadataOf(address: string, xml: string, provider: SsoProvider | undefined): SsoProviderFields {
  if (xml.trim() !== "") return { metadata_xml: xml };
  const url = address.trim();
  return url === "" || url === provider?.saml.metadata_url ? {} : { metadata_url: url };
}
