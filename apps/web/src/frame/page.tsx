import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { useHeightAs } from "../control/use-height-as.ts";
import { messages } from "../messages/en.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Banners } from "./banners.tsx";
import { useKiosk } from "./kiosk.ts";
import { PaletteButton } from "./palette.tsx";

interface PageProps {
  /** The page's one h1, and the first part of the document's title. */
  readonly title: string;
  /** What stands above this page, outermost first; also the rest of the document's title. */
  readonly trail?: readonly { readonly label: string; readonly to: string }[];
  /** What is open beside the page's content; stands before all in the document's title. */
  readonly opened?: string | undefined;
  /** Buttons of this page, at the right of the bar. */
  readonly actions?: ReactNode;
  /** `list` (default): up to 1600 px; `form`: 720 px; `full`: all there is, for dashboards. */
  readonly width?: "list" | "form" | "full";
  readonly children: ReactNode;
}

/** A page inside the frame: the bar with its place, title and actions, and its content below. */
export function Page({ title, trail = [], opened, actions, width = "list", children }: PageProps) {
  const isKiosk = useKiosk();
  return (
    <>
      <title>{titleOf([...trail.map(({ label }) => label), title, ...(opened === undefined ? [] : [opened])])}</title>
      {isKiosk ? <h1 className="v-hidden">{title}</h1> : <Bar title={title} trail={trail} actions={actions} />}
      {!isKiosk && <Banners />}
      <main id="content" className="v-content" data-width={width} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Sticks to the top; of several lines where a phone has no room for title and actions on one. */
function Bar({ title, trail, actions }: Pick<PageProps, "title" | "actions"> & Required<Pick<PageProps, "trail">>) {
  const bar = useRef<HTMLElement>(null);
  useHeightAs("--v-bar-now", bar);
  return (
    <header className="v-bar" ref={bar}>
      <div className="v-bar-place">
        {trail.length > 0 && (
          <nav aria-label={messages.frame.breadcrumb}>
            <ol className="v-trail">
              {trail.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} title={label}>
                    {label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 className="v-bar-title" title={title}>
          {title}
        </h1>
      </div>
      <div className="v-bar-actions">
        {actions}
        <PaletteButton />
        <AccountMenu />
      </div>
    </header>
  );
}

/** The document's title: the innermost first. @param places - outermost first */
function titleOf(places: readonly string[]): string {
  return [...places.toReversed(), messages.product].join(" · ");
}
