import { ShieldPlus } from "lucide-react";
import { useState } from "react";
import { accountQuery, removeFactor } from "../api/account.ts";
import type { Factor } from "../api/identity.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { nameOf } from "../sign-in/second-factor.tsx";
import { AddFactor } from "./add-factor.tsx";
import { texts } from "./messages.ts";

export function Factors({ factors }: { readonly factors: readonly Factor[] }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Factor>();
  const { title, lead, add, none, removeTitle, removeText } = texts.factors;
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <Button icon={<ShieldPlus aria-hidden />} onPress={() => setAdding(true)}>
          {add}
        </Button>
      }
    >
      {factors.length === 0 ? (
        <EmptyPart of={title} text={none} learn="accounts#second-factors" />
      ) : (
        <RowList label={title}>
          {factors.map((factor) => (
            <ListRow
              key={factor.id}
              title={nameOf(factor)}
              note={
                <>
                  {texts.added} <Age at={factor.created_at} />
                </>
              }
              actions={
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${nameOf(factor)}`}
                  onPress={() => setLeaving(factor)}
                >
                  {texts.remove}
                </Button>
              }
            />
          ))}
        </RowList>
      )}
      {isAdding && <AddFactor onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <RemoveDialog
          title={removeTitle(nameOf(leaving))}
          text={removeText}
          remove={() => removeFactor(leaving.id)}
          submit={texts.remove}
          changes={accountQuery.queryKey}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Section>
  );
}
