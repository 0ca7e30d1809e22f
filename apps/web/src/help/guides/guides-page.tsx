import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../control/error-state.tsx";
import { SkeletonTable } from "../../control/table.tsx";
import { Page } from "../../frame/page.tsx";
import { messages } from "../../messages/en.ts";
import { EnglishNote } from "./english-note.tsx";
import { readGuide, sectionsOf } from "./guide-files.ts";
import { GuideText } from "./guide-text.tsx";
import { guideTexts as texts } from "./messages.ts";
import "../../control/section.css";
import "./guides.css";

/** Of `docs/README.md`, what can be opened here: pictures, decisions and packages are for those who have the repository. */
const SECTIONS = ["Guides", "Reference"];

/** `/help/guides`: every guide with what it is about. */
export function GuidesPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["guide", "README"],
    queryFn: () => readGuide("README"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Its first heading is the title of this page.
  const [, ...listed] = data === undefined ? [] : sectionsOf(data, SECTIONS);
  return (
    <Page title={texts.title}>
      <p className="v-section-lead">{texts.lead}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonTable label={messages.loading} columns={2} />}
      {data !== undefined && (
        <div className="v-guide-text">
          <EnglishNote />
          <article lang="en">
            <GuideText tokens={listed} place="README" title={texts.title} />
          </article>
        </div>
      )}
    </Page>
  );
}
