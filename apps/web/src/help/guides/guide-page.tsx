import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation, useParams } from "react-router";
import { ErrorState } from "../../control/error-state.tsx";
import { SkeletonTable } from "../../control/table.tsx";
import { NotFoundPage } from "../../frame/not-found-page.tsx";
import { Page } from "../../frame/page.tsx";
import { messages } from "../../messages/en.ts";
import { EnglishNote } from "./english-note.tsx";
import { type Guide, hasGuide, readGuide, type Shelf } from "./guide-files.ts";
import { GuideText } from "./guide-text.tsx";
import { guideTexts as texts } from "./messages.ts";
import "./guides.css";

const TRAIL = [{ label: texts.title, to: "/help/guides" }];

/** `/help/guides/walls`, `/help/reference/settings`: a page of `docs/`, as it is for the version that runs. */
export function GuidePage({ shelf }: { readonly shelf: Shelf }) {
  const { guide = "" } = useParams();
  const place = `${shelf}/${guide}`;
  const { data, error, refetch } = useQuery({
    queryKey: ["guide", place],
    queryFn: () => readGuide(place),
    enabled: hasGuide(place),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useHeadingOfAddress(data);
  if (!hasGuide(place)) return <NotFoundPage />;
  return (
    <Page title={data?.title ?? texts.guide} trail={TRAIL}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonTable label={messages.loading} columns={2} />}
      {data !== undefined && (
        <div className="v-guide">
          {data.headings.length > 1 && <Contents guide={data} />}
          <div className="v-guide-text">
            <EnglishNote />
            <article lang="en">
              <GuideText tokens={data.content} place={place} title={data.title} />
            </article>
          </div>
        </div>
      )}
    </Page>
  );
}

function Contents({ guide: { headings } }: { readonly guide: Guide }) {
  return (
    <nav className="v-guide-contents" aria-label={texts.contents}>
      <h2>{texts.contents}</h2>
      <ul lang="en">
        {headings.map(({ text, anchor }) => (
          <li key={anchor}>
            <Link to={`#${anchor}`}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What the address names is gone to once it is there, as a browser does it in a document. */
function useHeadingOfAddress(guide: Guide | undefined): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second press on the same link leads there again
  useEffect(() => {
    if (guide === undefined || hash === "") return;
    const heading = document.getElementById(hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [guide, hash, key]);
}
