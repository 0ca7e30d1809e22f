export type {
  AccessTokenClaims,
  AccessTokenEvent,
  AfterUserCreatedEvent,
  BeforeUserCreatedEvent,
  EmailActionType,
  EmailData,
  HookAnswers,
  HookEvents,
  HookMetadata,
  HookName,
  HookUser,
  MfaVerificationEvent,
  PasswordVerificationEvent,
  SendEmailEvent,
  SendSmsEvent,
  SmsHookUser,
  UserEvent,
  UserEventType,
  VerificationDecision,
} from "./hooks/events.ts";
export { type HookHandlers, type HookReceiverOptions, receiveHooks } from "./hooks/receive-hooks.ts";
export { HookRefusal, TryAgain } from "./hooks/refusal.ts";
