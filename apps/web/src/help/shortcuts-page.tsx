import { Page } from "../frame/page.tsx";
import { shortcutMessages } from "./messages.ts";
import "./shortcuts-page.css";

export function ShortcutsPage() {
  const { title, note, groups } = shortcutMessages;
  return (
    <Page title={title} width="form">
      <p>{note}</p>
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
