import { Checkbox } from "../control/checkbox.tsx";
import { Page } from "../frame/page.tsx";
import { useOwnChoice } from "../session/own-choice.ts";
import { shortcutMessages } from "./messages.ts";
import "./shortcuts-page.css";

export function ShortcutsPage() {
  const { title, note, single, groups } = shortcutMessages;
  const [hasSingleKeys, setSingleKeys] = useOwnChoice("singleKeys");
  return (
    <Page title={title} width="form">
      <p>{note}</p>
      <Checkbox isSelected={hasSingleKeys} onChange={setSingleKeys}>
        {single}
      </Checkbox>
      {groups.map((group) => (
        <section key={group.name} className="v-card v-keys" aria-label={group.name}>
          <h2>{group.name}</h2>
          <dl>
            {group.keys.map(({ keys, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Page>
  );
}
