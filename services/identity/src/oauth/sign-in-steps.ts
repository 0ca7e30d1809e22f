/** The steps of a sign-in by OAuth or OpenID Connect, in their order. */
export const OAUTH_STEPS = [
  /** What is configured and what the provider publishes of itself. */
  "set_up",
  /** Where the browser is sent. */
  "authorization",
  /** What the browser brought back. */
  "callback",
  /** The code is exchanged for tokens. */
  "token",
  /** The ID token is checked. */
  "id_token",
  /** The provider is asked who the person is. */
  "profile",
  /** What is read of that. */
  "mapping",
  /** Whose user that would be. */
  "account",
] as const;

/** Those of SAML. */
export const SAML_STEPS = [
  "set_up",
  "authorization",
  "callback",
  /** Signature, times and whom it was made for. */
  "assertion",
  "mapping",
  "account",
] as const;

export type SignInStepName = (typeof OAUTH_STEPS)[number] | (typeof SAML_STEPS)[number];

/** What somebody who set a provider up may know of a step: no secret, no token, no code. */
export type StepDetails = Readonly<Record<string, unknown>>;

/** Follows a sign-in with a provider step by step. */
export interface StepWatch {
  /**
   * Takes a step.
   *
   * @param tell - what is to be seen of its result
   * @throws whatever `act` throws
   */
  run<Result>(
    name: SignInStepName,
    act: () => Result | Promise<Result>,
    tell?: (result: Result) => StepDetails,
  ): Promise<Result>;
}

/** Nobody looks. */
export const UNWATCHED: StepWatch = { run: async (_name, act) => act() };
