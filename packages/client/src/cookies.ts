import { parseCookie, stringifySetCookie } from "cookie";

/** A cookie that the answer must set; an empty value ends it. */
export interface CookieToSet {
  readonly name: string;
  readonly value: string;
}

/** Where a client that renders on a server keeps its session. */
export interface RequestCookies {
  /** The storage of the client, as auth-js takes one. */
  readonly storage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  /** Adds what has changed to an answer, which nobody may keep then. */
  apply(headers: Headers): void;
}

/** Browsers take about 4 KiB for a cookie with its name and attributes. */
const CHUNK_LENGTH = 3180;
/** Browsers keep a cookie no longer than 400 days. */
const MAX_AGE_SECONDS = 400 * 86_400;
const PREFIX = "base64-";

/**
 * Keeps the session in cookies of a request, so that pages can be rendered for whoever is signed in. Browsers can read
 * these cookies and people can change them: use `getClaims` or `getUser` to find out who somebody is, never the user
 * inside of `getSession`.
 *
 * @param isSecure - whether cookies are for https only; by the address of the request unless given
 */
export function readRequestCookies(
  request: Request,
  { isSecure = new URL(request.url).protocol === "https:" }: { isSecure?: boolean } = {},
): RequestCookies {
  const jar = new Map(
    Object.entries(parseCookie(request.headers.get("cookie") ?? "")).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const changed = new Map<string, string>();
  const set = (name: string, value: string) => {
    if ((jar.get(name) ?? "") === value) return;
    if (value === "") jar.delete(name);
    else jar.set(name, value);
    changed.set(name, value);
  };
  const write = (key: string, chunks: readonly string[]) => {
    const wanted = new Map(chunks.map((chunk, index) => [chunkName(key, index, chunks.length), chunk]));
    for (const name of namesOf(jar, key)) if (!wanted.has(name)) set(name, "");
    for (const [name, chunk] of wanted) set(name, chunk);
  };
  return {
    storage: {
      getItem: (key) => decode(jar.get(key) ?? joinChunks(jar, key)),
      setItem: (key, value) => write(key, split(encode(value))),
      removeItem: (key) => write(key, []),
    },
    apply(headers) {
      if (changed.size > 0) headers.set("cache-control", "private, no-store");
      for (const [name, value] of changed) {
        const maxAge = value === "" ? 0 : MAX_AGE_SECONDS;
        headers.append(
          "set-cookie",
          stringifySetCookie({ name, value, path: "/", sameSite: "lax", secure: isSecure, maxAge }),
        );
      }
    },
  };
}

function chunkName(key: string, index: number, count: number): string {
  return count === 1 ? key : `${key}.${index}`;
}

function namesOf(jar: ReadonlyMap<string, string>, key: string): readonly string[] {
  return [...jar.keys()].filter(
    (name) => name === key || (/^\.\d+$/.test(name.slice(key.length)) && name.startsWith(key)),
  );
}

function joinChunks(jar: ReadonlyMap<string, string>, key: string): string {
  let text = "";
  for (let index = 0; ; index += 1) {
    const chunk = jar.get(`${key}.${index}`);
    if (chunk === undefined) return text;
    text += chunk;
  }
}

function split(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${CHUNK_LENGTH}}`, "gs")) ?? [];
}

function encode(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What is no session of ours is none: anybody can write cookies. */
function decode(text: string): string | null {
  if (!text.startsWith(PREFIX)) return null;
  try {
    const binary = atob(text.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}
