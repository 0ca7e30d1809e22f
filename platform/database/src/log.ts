/** Takes what the operator should know, as a logger of pino does; nothing of a statement or a row is in a message. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** For whoever watches neither log nor metrics. */
export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };
