import { findNodeAtLocation, getLocation, getNodeValue, type JSONPath, type Node, parseTree } from "jsonc-parser";
import { isObject } from "../../dashboard/model/json.ts";
import type { DocumentOption } from "../document-option.ts";
import { editingMessages } from "../messages.ts";
import { optionsOf } from "../panel-options.ts";
import { knownOf } from "./document-faults.ts";
import { GENERAL_OPTIONS, TIME_OPTIONS, variableOptions } from "./settings-options.ts";

/** What may stand at a place of a text. */
export interface Completion {
  /** What it takes the place of: characters from 0, the second one not included. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  /** As it is written, with quotes. */
  readonly insert: string;
  readonly text: string;
  /** The same in words; empty where those are the text. */
  readonly note: string;
}

const MOST_OPTIONS = 50;

/** Names of members and values that a dashboard knows at a place of its text, those that begin as what is typed first. */
export function completionAt(text: string, at: number): Completion | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  const span = spanOf(text, at, previousNode);
  const typed = text.slice(span.from, at).replace(/^"/, "");
  const tree = parseTree(text);
  const found = isAtPropertyKey ? namesAt(tree, path, typed, isFollowedByColon(text, span.to)) : valuesAt(tree, path);
  const options = ranked(found, typed);
  return options.length === 0 ? undefined : { ...span, options };
}

/** The word that the place is in; one whose closing quote is missing ends at the place. */
function spanOf(text: string, at: number, word: Node | undefined): { from: number; to: number } {
  if (word === undefined || at <= word.offset || at > word.offset + word.length) return { from: at, to: at };
  const isOpen =
    text[word.offset] === '"' && !/^"(?:[^"\\\n]|\\.)*"$/.test(text.slice(word.offset, word.offset + word.length));
  return { from: word.offset, to: isOpen ? at : word.offset + word.length };
}

function isFollowedByColon(text: string, at: number): boolean {
  return /^\s*:/.test(text.slice(at, at + 100));
}

function ranked(options: readonly CompletionOption[], typed: string): readonly CompletionOption[] {
  const wanted = typed.toLowerCase();
  const fits = options.filter(({ text, note }) => `${text} ${note}`.toLowerCase().includes(wanted));
  const isFirst = ({ text }: CompletionOption) => text.toLowerCase().startsWith(wanted);
  return [...fits.filter(isFirst), ...fits.filter((option) => !isFirst(option))].slice(0, MOST_OPTIONS);
}

function namesAt(
  tree: Node | undefined,
  path: JSONPath,
  typed: string,
  hasColon: boolean,
): readonly CompletionOption[] {
  const parent = path.slice(0, -1);
  const { options, below } = optionsAround(tree, parent);
  const offered = options.flatMap(({ path: place }) =>
    place.length > below.length && below.every((step, at) => place[at] === step) ? (place[below.length] ?? []) : [],
  );
  const there = valueAt(tree, parent);
  const taken = new Set(isObject(there) ? Object.keys(there).filter((name) => name !== typed) : []);
  return [...new Set([...knownOf(parent).members, ...offered])]
    .filter((name) => !taken.has(name))
    .toSorted()
    .map((name) => ({ insert: `${JSON.stringify(name)}${hasColon ? "" : ": "}`, text: name, note: "" }));
}

function valuesAt(tree: Node | undefined, path: JSONPath): readonly CompletionOption[] {
  const { options, below } = optionsAround(tree, path.slice(0, -1));
  const place = [...below, String(path.at(-1))].join(".");
  const control = options.find((option) => option.path.join(".") === place)?.control;
  if (isPanel(path.slice(0, -1)) && path.at(-1) === "type") {
    return Object.entries(editingMessages.kinds).map(([kind, name]) => quoted(kind, name));
  }
  if (control?.as === "switch" || knownOf(path).isFlag) return ["true", "false"].map(plain);
  if (control?.as !== "choice" || control.isList === true) return [];
  return control.choices.map(({ id, label }) =>
    control.isNumber === true ? { ...plain(id), note: label } : quoted(id, label),
  );
}

function plain(text: string): CompletionOption {
  return { insert: text, text, note: "" };
}

function quoted(text: string, name: string): CompletionOption {
  return { insert: JSON.stringify(text), text, note: name === text ? "" : name };
}

interface OptionsAround {
  readonly options: readonly DocumentOption[];
  /** The way from what has the options to the place. */
  readonly below: JSONPath;
}

/** The options of whatever of the editor's a place is in: a panel, a variable, the dashboard. */
function optionsAround(tree: Node | undefined, path: JSONPath): OptionsAround {
  for (let length = path.length; length > 0; length--) {
    const [outer, below] = [path.slice(0, length), path.slice(length)];
    if (isPanel(outer)) return { options: optionsOf(String(valueAt(tree, [...outer, "type"])), ""), below };
    if (isVariable(outer)) {
      const variable = valueAt(tree, outer);
      return { options: variableOptions(isObject(variable) ? variable : {}, []), below };
    }
  }
  return { options: [...GENERAL_OPTIONS, ...TIME_OPTIONS], below: path };
}

/** `panels/3`, or `panels/3/panels/0` of one in a closed row. */
function isPanel(path: JSONPath): boolean {
  return /^panels\/\d+(\/panels\/\d+)?$/.test(path.join("/"));
}

function isVariable([first, second, third, ...rest]: JSONPath): boolean {
  return first === "templating" && second === "list" && typeof third === "number" && rest.length === 0;
}

function valueAt(tree: Node | undefined, path: JSONPath): unknown {
  const node = tree && findNodeAtLocation(tree, path);
  return node && getNodeValue(node);
}
