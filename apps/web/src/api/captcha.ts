import { messages } from "../messages/en.ts";
import { ApiError } from "./api-error.ts";
import type { RequestOptions } from "./request.ts";

/** A call that the server may answer by asking whether a person sends it. */
type Call<Answer> = (options: RequestOptions<Answer>) => Promise<Answer>;

/** Sends a call, and once more with a captcha where the server wants to know that a person asks. */
export async function asPerson<Answer>(options: RequestOptions<Answer>, call: Call<Answer>): Promise<Answer> {
  try {
    return await call(options);
  } catch (error) {
    if (!isQuestion(error)) throw error;
    const { solveCaptcha } = await import("./solve-captcha.ts");
    const answer = await solveCaptcha();
    if (answer.kind !== "solved") throw inWords(error, answer.kind);
    const gotrue_meta_security = { captcha_token: answer.token };
    return call({ ...options, body: { ...Object(options.body), gotrue_meta_security } }).catch((again: unknown) => {
      throw isQuestion(again) ? inWords(again, "unsolved") : again;
    });
  }
}

function isQuestion(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "captcha_failed";
}

/** What the server says of a captcha is written for programs. */
function inWords(error: ApiError, fault: keyof typeof messages.signIn.captchaFaults): ApiError {
  const { status, code, path, requestId } = error;
  return new ApiError(messages.signIn.captchaFaults[fault], { status, code, path, requestId, cause: error });
}
