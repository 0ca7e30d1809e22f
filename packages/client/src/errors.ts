/** A refusal of the resource or metrics API: its HTTP status and what the server says is wrong. */
export class VedetteError extends Error {
  readonly status: number;
  /** The server's word for it, e.g. `Conflict` when somebody else saved in between. */
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.name = "VedetteError";
    this.status = status;
    this.reason = reason;
  }
}
