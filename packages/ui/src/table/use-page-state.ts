import { useEffect, useRef, useState } from "react";
import {
  clampPage,
  knownPageSize,
  type ListFacts,
  type PageSizeChoice,
  type PageState,
  pageAfterResize,
  pageCountOf,
} from "./page-state.ts";

interface PageStateOptions extends ListFacts {
  readonly page: number;
  readonly pageSize: number | undefined;
  readonly pageSizes: readonly PageSizeChoice[];
  readonly keepPosition: boolean;
  readonly persistKey: string | undefined;
  readonly onChange: ((state: PageState) => void) | undefined;
}

interface UsedPageState extends PageState {
  readonly pageCount: number | undefined;
  readonly goTo: (page: number) => void;
  readonly resize: (pageSize: number) => void;
}

/** The page and its size: as given, until a person changes them; new values from outside count, and tell nobody. */
export function usePageState({ page, pageSize, pageSizes, onChange, ...options }: PageStateOptions): UsedPageState {
  const [state, setState] = useState({ page, pageSize });
  const [given, setGiven] = useState({ page, pageSize });
  // What is no number, as an address may have it, equals itself here.
  if (!Object.is(given.page, page) || !Object.is(given.pageSize, pageSize)) {
    setGiven({ page, pageSize });
    setState({ page, pageSize });
  }
  const size = knownPageSize(state.pageSize, pageSizes);
  const pageCount = pageCountOf(options, size);
  const current = { page: clampPage(state.page, pageCount), pageSize: size };

  const change = (next: PageState) => {
    setState(next);
    onChange?.(next);
  };
  const resize = (asked: number) => {
    if (options.persistKey !== undefined) remember(options.persistKey, asked);
    change(pageAfterResize(current, knownPageSize(asked, pageSizes), options.keepPosition));
  };
  useRememberedSize(options.persistKey, (remembered) => {
    if (remembered !== size && knownPageSize(remembered, pageSizes) === remembered) resize(remembered);
  });
  return { ...current, pageCount, resize, goTo: (to) => change({ ...current, page: clampPage(to, pageCount) }) };
}

/** Asks once for a key, after the first rendering: a server has no such memory, and `StrictMode` runs effects twice. */
function useRememberedSize(key: string | undefined, use: (size: number) => void): void {
  const newest = useRef(use);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    newest.current = use;
  });
  useEffect(() => {
    if (key === asked.current) return;
    asked.current = key;
    const size = key === undefined ? Number.NaN : Number(recall(key));
    if (size > 0) newest.current(size);
  }, [key]);
}

/** Storage may be forbidden; then nothing is remembered. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, size: number): void {
  try {
    localStorage.setItem(key, String(size));
  } catch {
    // As above.
  }
}
