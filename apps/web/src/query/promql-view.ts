import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type LintStrategy, PromQLExtension } from "@prometheus-io/codemirror-promql";
import { placeInfo } from "./place-info.ts";
import { withoutVariables } from "./without-variables.ts";

interface PromqlViewOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  /** Path of a Prometheus API on our own server, which is asked for names and values. */
  readonly base: string;
  readonly onChange: (text: string) => void;
  /** Ctrl, Cmd or Shift, and Enter. */
  readonly onRun: () => void;
}

export interface PromqlView extends Disposable {
  readonly text: string;
  setText(text: string): void;
  /** Goes on behind the last letter. */
  focusEnd(): void;
}

/** A field for PromQL with colours, faults underlined, and completion of metrics, labels, values and functions. */
export function createPromqlView(options: PromqlViewOptions): PromqlView {
  const promql = new PromQLExtension().setComplete({ remote: { url: options.base, httpMethod: "GET" } });
  promql.setLinter(knowingVariables(promql.getLinter()));
  const run = (view: EditorView) => {
    // What is offered would stand over what comes of it.
    closeCompletion(view);
    options.onRun();
    return true;
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ positionInfo: placeInfo }),
        promql.asExtension(),
        syntaxHighlighting(COLORS),
        EditorView.theme(LOOK),
        EditorView.lineWrapping,
        placeholder(options.placeholder),
        // Tab leaves the field, as everywhere; only an open list of completions takes it.
        keymap.of([
          { key: "Mod-Enter", run },
          { key: "Shift-Enter", run },
          { key: "Tab", run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": options.label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    setText(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    focusEnd() {
      view.focus();
      view.dispatch({ selection: { anchor: view.state.doc.length } });
    },
    [Symbol.dispose]() {
      view.destroy();
      promql.destroy();
    },
  };
}

/** Variables of a dashboard are no fault; of what they are a part of, nobody knows before they have a value. */
function knowingVariables(plain: LintStrategy): LintStrategy {
  return {
    promQL: () => async (view) => {
      const { text, unknown } = withoutVariables(view.state.doc.toString());
      const { state } = view.state.update({ changes: { from: 0, to: text.length, insert: text } });
      // Nothing but the state of a view is looked at.
      const written: typeof view = Object.create(view, { state: { value: state } });
      const faults = await plain.promQL()(written);
      return faults.filter((fault) => !unknown.some(({ from, to }) => fault.from <= to && fault.to >= from));
    },
  };
}

/** The editor brings a look of its own outside of all layers, which only a theme of its own kind lies over. */
const LOOK: Parameters<typeof EditorView.theme>[0] = {
  "&": {
    // As high as the field that stands there until it comes (plain-query.css): nothing below moves.
    minHeight: "var(--v-control)",
    border: "1px solid var(--v-line-control)",
    borderRadius: "var(--v-radius-control)",
    background: "var(--v-bg-inset)",
    color: "var(--v-text-1)",
    font: "var(--v-type-code)",
  },
  "&.cm-focused": { outline: "2px solid var(--v-accent)", outlineOffset: "2px" },
  ".cm-scroller": { font: "inherit", lineHeight: "1.6" },
  ".cm-content": { padding: "calc((var(--v-control) - 1.6em - 2px) / 2) 4px", caretColor: "var(--v-text-1)" },
  ".cm-cursor": { borderLeftColor: "var(--v-text-1)" },
  ".cm-placeholder": { color: "var(--v-text-3)" },
  "&.cm-focused .cm-matchingBracket": { background: "color-mix(in oklab, transparent, var(--v-accent) 25%)" },
  ".cm-tooltip": {
    border: "1px solid var(--v-line-strong)",
    borderRadius: "var(--v-radius-control)",
    background: "var(--v-bg-raised)",
    color: "var(--v-text-1)",
    boxShadow: "var(--v-shadow-floating)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { minWidth: "15.625rem", maxWidth: "min(43.75rem, 95vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.1875rem 0.5rem" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "25rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--v-bg-selected)",
    color: "var(--v-text-1)",
  },
  ".cm-completionMatchedText": { color: "var(--v-accent)", textDecoration: "none" },
  ".cm-completionDetail, .cm-completionIcon": { color: "var(--v-text-2)", opacity: "1" },
};

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--v-accent)" },
  { tag: [tags.function(tags.variableName), tags.labelName], color: "var(--v-info)" },
  { tag: tags.string, color: "var(--v-ok)" },
  { tag: tags.number, color: "var(--v-warn)" },
  { tag: tags.comment, color: "var(--v-text-3)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--v-crit)" },
]);
