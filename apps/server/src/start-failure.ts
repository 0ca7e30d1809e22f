import { SettingsError } from "@vedette/settings";

/** What a person reads when Vedette does not start. */
export interface StartFailure {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** An expected failure is a sentence that says what to do; anything else comes with its stack. */
export function describeFailure(error: unknown): StartFailure {
  if (error instanceof SettingsError) return settingsFailure(error);
  if (!(error instanceof Error)) return { lines: [`vedette: ${String(error)}`], exitCode: 1 };
  if (Reflect.get(error, "code") === "EADDRINUSE") return { lines: [portTaken(error)], exitCode: 1 };
  if (Reflect.get(error, "code") === "EACCES" && Reflect.get(error, "syscall") === "listen") {
    return {
      lines: [
        `vedette: the port ${Reflect.get(error, "port")} needs more rights; set VEDETTE_UI_PORT to one above 1024`,
      ],
      exitCode: 1,
    };
  }
  const host = addressOf(error);
  if (host !== undefined) {
    return {
      lines: [`vedette: ${host} is no address of this machine; set VEDETTE_HOST to one that is`],
      exitCode: 1,
    };
  }
  const isExpected = error.name === "DatabaseError" || error.name === "CommandError";
  return {
    lines: [isExpected ? `vedette: ${error.message}` : `vedette: ${error.stack ?? error.message}`],
    exitCode: 1,
  };
}

/** What was asked to listen on, when it is nothing that this machine could. */
function addressOf(error: Error): string | undefined {
  const [code, syscall, address, hostname]: unknown[] = ["code", "syscall", "address", "hostname"].map((field) =>
    Reflect.get(error, field),
  );
  if (code === "EADDRNOTAVAIL" && syscall === "listen") return String(address);
  return syscall === "getaddrinfo" ? String(hostname) : undefined;
}

/** A refused variable ends with 2, a broken file with 1; every fault has its line. */
function settingsFailure({ faults }: SettingsError): StartFailure {
  return {
    lines: faults.map(({ message }) => `vedette: ${message}`),
    exitCode: faults.every(({ origin }) => origin === "environment") ? 2 : 1,
  };
}

function portTaken(error: Error): string {
  return `vedette: port ${Reflect.get(error, "port")} on ${Reflect.get(error, "address")} is taken; stop what uses it or set VEDETTE_UI_PORT to another`;
}

/** A command was called in a way that cannot work; the message says what to do. */
export class CommandError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "CommandError";
  }
}
