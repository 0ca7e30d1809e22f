import { Link } from "react-router";
import { Page } from "../frame/page.tsx";
import { COMPONENT_DOCS } from "./components/component-docs.ts";
import { LIVE_EXAMPLES } from "./components/live-examples.tsx";
import { componentsMessages as texts } from "./components-messages.ts";
import "./components-page.css";
import "../control/section.css";

/** `/help/components`: every variant of the pagination that `@vedette/ui` has, alive, and the way to its page. */
export function ComponentsPage() {
  return (
    <Page title={texts.title}>
      <p className="v-section-lead">{texts.lead}</p>
      {COMPONENT_DOCS.map(({ name, title, about }) => (
        <section key={name} className="v-component-group" aria-label={title}>
          <h2 className="v-section-title">
            <Link to={`/help/components/${name}`}>{title}</Link>
          </h2>
          <p className="v-section-lead">{about}</p>
          {LIVE_EXAMPLES[name]}
        </section>
      ))}
    </Page>
  );
}
