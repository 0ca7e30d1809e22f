import { Component, type ReactNode } from "react";
import { PanelFailure } from "./panel-failure.tsx";

interface PanelCrashProps {
  readonly text: string;
  /** Another value gives the children a new try. */
  readonly resetKey: unknown;
  readonly onAskAgain: () => void;
  readonly children: ReactNode;
}

interface PanelCrashState {
  readonly error: Error | undefined;
  readonly resetKey: unknown;
}

/** Keeps a panel that cannot be drawn from taking its neighbours with it. */
export class PanelCrash extends Component<PanelCrashProps, PanelCrashState> {
  override state: PanelCrashState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<PanelCrashState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: PanelCrashProps, state: PanelCrashState): PanelCrashState | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="v-panel-crash" role="alert">
        <PanelFailure error={error} text={`${this.props.text} ${error.message}`} onAskAgain={this.props.onAskAgain} />
      </div>
    );
  }
}
