import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type SetCookie, stringifySetCookie } from "cookie";
import type { JWTPayload } from "jose";

/** What the pages are told of the person, once, right after signing in. They keep it themselves. */
export interface PersonCookie {
  readonly AccessToken: string;
  readonly IDToken: string;
  readonly Name: string;
  readonly Email: string;
  readonly Picture: string;
}

/** Characters of one cookie; browsers take 4096 bytes with its name and attributes. */
const PIECE_LENGTH = 4000;
/** More than this does not pass most proxies. */
const MAX_PIECES = 4;
/** Cookies that a longer answer of former times may have left. */
const CLEARED_PIECES = 10;
const MINUTE_SECONDS = 60;
const WEEK_SECONDS = 7 * 24 * 3600;
const MONTH_SECONDS = 30 * 24 * 3600;

const PERSON = "user";
export const REFRESH_COOKIE = "refresh";
export const SESSION_START_COOKIE = "session_start";
/** The ID token, for the provider to know whose session ends. */
export const LOGOUT_HINT_COOKIE = "id_token_hint";

/** `Set-Cookie` values of a sign-in. Secure follows the scheme under which browsers reach the server. */
export class PersonCookies {
  readonly #isSecure: boolean;

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  /** `user0`, `user1`, …: base64 of the person, in pieces, for the pages to read within a minute. */
  person(person: PersonCookie): string[] {
    const text = smallest(person);
    const pieces = Array.from({ length: Math.ceil(text.length / PIECE_LENGTH) }, (_, index) =>
      text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH),
    );
    return pieces.map((piece, index) =>
      // Base64 stands in a cookie as it is, and pages read it so.
      this.#set({ name: `${PERSON}${index}`, value: piece, maxAge: MINUTE_SECONDS, sameSite: "strict" }, String),
    );
  }

  /** @param expiresIn - seconds that the provider gives the token; a week when it says nothing */
  refresh(token: string, expiresIn: number | undefined): string {
    const maxAge = Math.min(expiresIn ?? WEEK_SECONDS, MONTH_SECONDS);
    return this.#set({ name: REFRESH_COOKIE, value: token, maxAge, httpOnly: true, sameSite: "strict" });
  }

  sessionStart(value: string, maxAgeMs: number): string {
    const maxAge = Math.ceil(maxAgeMs / 1000);
    return this.#set({ name: SESSION_START_COOKIE, value, maxAge, httpOnly: true, sameSite: "strict" });
  }

  /** Nothing for a token that no cookie can hold: the provider then asks who it is. */
  logoutHint(idToken: string): string[] {
    if (idToken.length > PIECE_LENGTH) return [];
    return [
      this.#set({ name: LOGOUT_HINT_COOKIE, value: idToken, maxAge: MONTH_SECONDS, httpOnly: true, sameSite: "lax" }),
    ];
  }

  /** A flow comes back from another site: Lax; by a form, which Lax cookies do not go along with: None. */
  flow(name: string, value: string, isForm: boolean): string {
    const sameSite = isForm && this.#isSecure ? "none" : "lax";
    return this.#set({ name, value, maxAge: 3600, httpOnly: true, sameSite });
  }

  cleared(names: Iterable<string>): string[] {
    return [...names].map((name) =>
      this.#set({ name, value: "", maxAge: 0, httpOnly: !name.startsWith(PERSON), sameSite: "strict" }),
    );
  }

  /** Every cookie of somebody who is signed in. */
  clearedPerson(): string[] {
    const pieces = Array.from({ length: CLEARED_PIECES }, (_, index) => `${PERSON}${index}`);
    return this.cleared([...pieces, REFRESH_COOKIE, SESSION_START_COOKIE, LOGOUT_HINT_COOKIE]);
  }

  #set(cookie: SetCookie, encode: (text: string) => string = encodeURIComponent): string {
    return stringifySetCookie({ ...cookie, path: "/", secure: this.#isSecure }, { encode });
  }
}

/** What does not fit loses its picture, then its name. */
function smallest(person: PersonCookie): string {
  const forms = [person, { ...person, Picture: "" }, { ...person, Picture: "", Name: "" }];
  const texts = forms.map((form) => Buffer.from(JSON.stringify(form)).toString("base64"));
  return texts.find((text) => text.length <= PIECE_LENGTH * MAX_PIECES) ?? texts.at(-1) ?? "";
}

/** The person that the claims and tokens are about. */
export function personOf(
  { name, email, picture }: JWTPayload & { name?: unknown; email?: unknown; picture?: unknown },
  tokens: { readonly accessToken: string; readonly idToken: string },
): PersonCookie {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    AccessToken: tokens.accessToken,
    IDToken: tokens.idToken,
    Name: text(name),
    Email: text(email),
    Picture: text(picture),
  };
}

/** Signs the beginning of a session, so that nobody prolongs it by editing a cookie. */
export class SessionClock {
  readonly #key: Buffer;
  readonly #maxMs: number;

  /** @param secret - the client's secret; all processes that share it agree */
  constructor(secret: string | Uint8Array, maxMs: number) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "vedette session start", 32));
    this.#maxMs = maxMs;
  }

  get maxMs(): number {
    return this.#maxMs;
  }

  start(nowMs: number): string {
    const seconds = String(Math.floor(nowMs / 1000));
    return `${seconds}.${this.#sign(seconds)}`;
  }

  /** Whether the session is young enough; one without a readable beginning is not. */
  isRunning(cookie: string | undefined, nowMs: number): boolean {
    if (this.#maxMs === 0) return true;
    const [seconds = "", signature = ""] = (cookie ?? "").split(".");
    const expected = Buffer.from(this.#sign(seconds));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return nowMs - Number(seconds) * 1000 <= this.#maxMs;
  }

  #sign(seconds: string): string {
    return createHmac("sha256", this.#key).update(seconds).digest("base64url");
  }
}
