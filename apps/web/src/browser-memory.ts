/** What this browser keeps under a key; `null` also when its settings forbid storage. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A list that was kept as JSON; empty when the key holds what nobody wrote here. */
export function recallList(key: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps a text, or nothing any more. Where storage is forbidden or full, a choice lasts as long as the page. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // As said above.
  }
}
