/** Told what the operator should know; nothing of a statement or a row is in a message. */
export type DatabaseLog = (level: "info" | "warn" | "error", message: string) => void;
