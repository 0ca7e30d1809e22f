import { ApiError } from "./api-error.ts";
import type { RequestOptions } from "./request.ts";

/** A call that the server may answer by asking whether a person sends it. */
type Call<Answer> = (options: RequestOptions<Answer>) => Promise<Answer>;

/** Sends a call, and once more with a captcha where the server wants to know that a person asks. */
export async function asPerson<Answer>(options: RequestOptions<Answer>, call: Call<Answer>): Promise<Answer> {
  try {
    return await call(options);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "captcha_failed")) throw error;
    const { solveCaptcha } = await import("./solve-captcha.ts");
    const captcha_token = await solveCaptcha();
    // Whoever closed it, or has none to solve, hears what the server said.
    if (captcha_token === undefined) throw error;
    return call({ ...options, body: { ...Object(options.body), gotrue_meta_security: { captcha_token } } });
  }
}
