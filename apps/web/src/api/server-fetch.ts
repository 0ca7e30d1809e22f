import { providerHeaders, renewProviderTokens } from "./provider-tokens.ts";
import { publicPath } from "./public-path.ts";
import { serverWasSilent } from "./reachable.ts";
import { hearServerClock } from "./server-clock.ts";

/**
 * `fetch` of an address of this server, below the path under which it is reached, as the person who signed in through
 * the provider if somebody did. A token that has ended is renewed once and the call sent again.
 */
export async function serverFetch(path: string, init: RequestInit): Promise<Response> {
  const send = async () => {
    const asked = Date.now();
    try {
      const answer = await fetch(publicPath() + path, { ...init, headers: providerHeaders(new Headers(init.headers)) });
      hearServerClock(answer.headers, asked);
      return answer;
    } catch (fault) {
      // The browser's word for "nobody there"; a call that was given up is another.
      if (fault instanceof TypeError) serverWasSilent();
      throw fault;
    }
  };
  const response = await send();
  if (response.status !== 401 || !(await renewProviderTokens())) return response;
  return send();
}
