import type { Like } from "./like.ts";
import { request } from "./request.ts";

/** A token of the sign-in service, kept in this page's memory alone. */
interface PageToken {
  readonly access_token: string;
  /** Seconds since 1970. */
  readonly expires_at: number;
}

interface AdministratorToken extends PageToken {
  /** The path of the configuration endpoint. */
  readonly configuration: string;
}

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 30_000;

/** Asks for a token when there is none that still lasts; many who ask at once share one answer. */
function keptToken<Token extends PageToken>(path: string, like: Like<Token>): { take(): Promise<Token>; drop(): void } {
  let kept: Promise<Token> | undefined;
  const ask = (): Promise<Token> => {
    const asked = request<Token>(path, { method: "POST", body: {}, like });
    asked.then(
      ({ expires_at }) => setTimeout(drop, Math.max(0, expires_at * 1000 - Date.now() - MARGIN_MS), asked),
      () => drop(asked),
    );
    return asked;
  };
  const drop = (gone?: Promise<Token>): void => {
    if (gone === undefined || gone === kept) kept = undefined;
  };
  return { take: () => (kept ??= ask()), drop };
}

const TOKEN: PageToken = { access_token: "", expires_at: 0 };

const user = keptToken<PageToken>("/api/login/token", TOKEN);
const administrator = keptToken<AdministratorToken>("/api/login/administrator-token", { ...TOKEN, configuration: "" });

/** Whoever signs in or out leaves no token for the next. */
export function dropPageTokens(): void {
  user.drop();
  administrator.drop();
}

export async function userToken(): Promise<string> {
  return (await user.take()).access_token;
}

export function administratorToken(): Promise<AdministratorToken> {
  return administrator.take();
}
