import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode, useState } from "react";
import { copyText } from "../control/clipboard.ts";
import { faultDetails } from "../control/fault-details.ts";
import { messages } from "../messages/en.ts";

interface CrashBoundaryProps {
  readonly children: ReactNode;
  /** Another value gives the children a new try: the address, for a boundary inside the frame. */
  readonly resetKey?: string;
}

interface CrashBoundaryState {
  readonly error: Error | undefined;
  readonly resetKey: string | undefined;
}

/** Keeps a page's programming error from taking the rest of the interface with it. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<CrashBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: CrashBoundaryProps, state: CrashBoundaryState): CrashBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isOldPage = isMissingChunk(error);
    return (
      <main className="v-whole-page">
        <div className="v-state" role="alert">
          <TriangleAlert className="v-state-icon" data-kind="crit" aria-hidden />
          <h1 className="v-state-title">{messages.error.crash}</h1>
          <p>{isOldPage ? messages.error.newVersion : messages.error.crashText}</p>
          {!isOldPage && <code>{error.message}</code>}
          <div className="v-state-actions">
            <button type="button" className="v-button" data-kind="primary" onClick={() => location.reload()}>
              {messages.error.reload}
            </button>
            {!isOldPage && <CopyCrash error={error} />}
          </div>
        </div>
      </main>
    );
  }
}

/** As `CopyDetails`, of nothing that may be what has crashed. */
function CopyCrash({ error }: { readonly error: Error }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="v-button"
      data-kind="quiet"
      onClick={() => void copyText(faultDetails(error)).then(setCopied)}
    >
      {isCopied ? messages.error.copied : messages.error.copy}
    </button>
  );
}

/** A page of the version before asks for files that the server no longer has. */
function isMissingChunk(error: Error): boolean {
  return /dynamically imported module|module script|preload CSS/i.test(error.message);
}
