import { serve } from "./hook-receiver.ts";

/** What a provider of text messages was asked. */
export interface ProviderRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly form: Readonly<Record<string, string>>;
}

/** A server in the place of a provider, which answers as told. */
export async function startSmsProvider(
  answerTo: (request: ProviderRequest, count: number) => { status?: number; json: unknown },
): Promise<{ readonly url: string; readonly requests: ProviderRequest[] }> {
  const requests: ProviderRequest[] = [];
  const url = await serve(async (request) => {
    const received = {
      path: new URL(request.url).pathname,
      authorization: request.headers.get("authorization"),
      form: Object.fromEntries(new URLSearchParams(await request.text())),
    };
    requests.push(received);
    const { status = 200, json } = answerTo(received, requests.length);
    return Response.json(json, { status });
  });
  return { url, requests };
}
