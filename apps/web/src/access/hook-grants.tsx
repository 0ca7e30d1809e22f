import { useQuery } from "@tanstack/react-query";
import { type FunctionGrant, type Hook, hooksQuery } from "../api/hooks.ts";
import { Alert } from "../control/alert.tsx";
import { Section } from "../control/section.tsx";
import { CheckLine } from "./check-line.tsx";
import { hookTitle } from "./hook-calls.tsx";
import { texts } from "./messages.ts";

const words = texts.hookGrants;

/** Of the hooks that are functions of the database: who may call them, and what of that is wrong. */
export function HookGrants() {
  const { data = [] } = useQuery(hooksQuery);
  const functions = data.filter(({ grants }) => grants !== null);
  if (functions.length === 0) return null;
  return (
    <Section title={words.title} lead={words.lead}>
      {functions.map((hook) => (
        <Grants key={hook.hook} hook={hook} />
      ))}
    </Section>
  );
}

function Grants({ hook: { hook, uri, grants } }: { readonly hook: Hook }) {
  const mending = (grants ?? []).flatMap(({ sql }) => (sql === "" ? [] : [`${sql};`]));
  return (
    <section className="v-token" aria-label={hookTitle(hook)}>
      <p>
        <strong>{hookTitle(hook)}</strong>: <code>{uri}</code>
      </p>
      {grants?.length === 0 && <Alert kind="crit">{words.missing}</Alert>}
      <ul className="v-checks">
        {(grants ?? []).map((grant) => (
          <CheckLine key={`${grant.grantee} ${grant.privilege}`} outcome={grant.is_right ? "good" : "bad"}>
            {said(grant)}
          </CheckLine>
        ))}
      </ul>
      {mending.length > 0 && (
        <>
          <p className="v-hint">{words.mend}</p>
          <pre className="v-mail-plain">{mending.join("\n")}</pre>
        </>
      )}
    </section>
  );
}

function said({ grantee, privilege, is_granted, is_right }: FunctionGrant): string {
  const [may, mayNot] = privilege === "usage" ? [words.mayUse, words.mayNotUse] : [words.mayCall, words.mayNotCall];
  return `${(is_granted ? may : mayNot)(grantee)} ${is_right ? words.right : words.wrong}`;
}
