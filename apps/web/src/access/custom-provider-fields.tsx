import type { CustomProvider } from "../api/custom-providers.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { type CustomProviderDraft, draftOf } from "./custom-provider-draft.ts";
import { texts } from "./messages.ts";
import { providerTexts as words } from "./provider-messages.ts";
import { SetWhen } from "./set-when.tsx";

type TextKey = {
  [Key in keyof CustomProviderDraft]: CustomProviderDraft[Key] extends string ? Key : never;
}[keyof CustomProviderDraft];
type SwitchKey = Exclude<keyof CustomProviderDraft, TextKey>;

interface CustomProviderFieldsProps {
  readonly type: CustomProvider["provider_type"];
  /** The one that is there already: its secret need not be typed again. */
  readonly stored?: CustomProvider | undefined;
  /** Fields that somebody else has changed meanwhile: what is stored of them is said. */
  readonly overtaken?: readonly (keyof CustomProviderDraft)[];
  readonly draft: CustomProviderDraft;
  readonly onChange: (draft: CustomProviderDraft) => void;
}

/** What is said of a provider of one's own. */
export function CustomProviderFields({ type, stored, overtaken = [], draft, onChange }: CustomProviderFieldsProps) {
  const { isReadOnly } = useCurrentUser();
  const saved = stored === undefined ? undefined : draftOf(stored);
  const bound = (key: TextKey) => ({
    isReadOnly,
    value: draft[key],
    onChange: (value: string) => onChange({ ...draft, [key]: value }),
    // Of a secret it is said when it was set, and by whom.
    ...(saved !== undefined && key !== "secret" && overtaken.includes(key) && { hint: words.nowSaved(saved[key]) }),
  });
  const switched = (key: SwitchKey) => ({
    isReadOnly,
    isSelected: draft[key],
    onChange: (value: boolean) => onChange({ ...draft, [key]: value }),
  });
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} {...bound("name")} isRequired />
      {type === "oidc" ? (
        <TextField label={words.issuer} hint={words.issuerHint} type="url" {...bound("issuer")} isRequired />
      ) : (
        <>
          <TextField label={words.authorization} type="url" {...bound("authorizationUrl")} isRequired />
          <TextField label={words.token} type="url" {...bound("tokenUrl")} isRequired />
          <TextField label={words.userinfo} type="url" {...bound("userinfoUrl")} isRequired />
        </>
      )}
      <TextField label={words.clientId} {...bound("clientId")} isRequired />
      <Writable>
        <PasswordField
          label={words.clientSecret}
          hint={stored !== undefined ? words.secretStays : words.secretHint}
          autoComplete="new-password"
          reveal={texts.reveal}
          {...bound("secret")}
        />
      </Writable>
      {stored !== undefined && <SetWhen at={stored.secret_set_at} by={stored.secret_set_by} />}
      <TextField label={words.scopes} hint={words.scopesHint} {...bound("scopes")} />
      <Checkbox {...switched("isEnabled")}>{words.enabled}</Checkbox>
      <details className="v-more-fields">
        <summary>{words.more}</summary>
        <div className="v-stack">
          {type === "oidc" && (
            <>
              <TextField label={words.discovery} hint={words.discoveryHint} type="url" {...bound("discoveryUrl")} />
              <TextField label={words.audiences} hint={words.scopesHint} {...bound("audiences")} />
            </>
          )}
          <TextArea label={words.mapping} hint={words.mappingHint} {...bound("mapping")} />
          <TextArea label={words.parameters} {...bound("parameters")} />
          <TextField label={words.claims} hint={words.scopesHint} {...bound("claims")} />
          <Checkbox {...switched("usesPkce")}>{words.pkce}</Checkbox>
          <Checkbox {...switched("isEmailOptional")}>{words.emailOptional}</Checkbox>
          {type === "oidc" && <Checkbox {...switched("skipsNonce")}>{words.skipNonce}</Checkbox>}
        </div>
      </details>
    </>
  );
}
