import { connect, type Socket } from "node:net";

/** A request whose answer is read and not kept. */
export interface SkimRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Bytes that are read at a time, for each connection into the same place. */
const READ_BYTES = 256 * 1024;

/**
 * Asks a server and lets its answers pass by, over as many kept connections as there are requests at a time. A client of
 * Node's own spends twice as long on the megabytes of a list as the server that sends them: on two cores, that would be
 * what is measured. For answers of some kilobytes the usual client is as good, and what programs have.
 *
 * @returns asks once, and gives the status
 */
export function skimmer(port: number): (request: SkimRequest) => Promise<number> {
  const free: Connection[] = [];
  return async (request) => {
    const connection = takeOpen(free) ?? new Connection(port);
    const { status, isKept } = await connection.ask(request);
    if (isKept) free.push(connection);
    else connection.close();
    return status;
  };
}

/** Servers close what was silent for a while. */
function takeOpen(free: Connection[]): Connection | undefined {
  for (;;) {
    const last = free.pop();
    if (last === undefined || last.isOpen) return last;
  }
}

type Place = "status" | "headers" | "body" | "size" | "chunk" | "trailers";

interface Skimmed {
  readonly status: number;
  /** The connection can be used again. */
  readonly isKept: boolean;
}

class Connection {
  readonly #socket: Socket;
  #waiting: PromiseWithResolvers<Skimmed> | undefined;
  #place: Place = "status";
  #line = "";
  /** Bytes of the body, or of a chunk of it, that are still to come. */
  #left = 0;
  #length = 0;
  #status = 0;
  #isChunked = false;
  #isKept = true;

  constructor(port: number) {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    const callback = (length: number, bytes: Uint8Array): boolean => {
      this.#read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
      return true;
    };
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } });
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("The server has closed the connection")));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  async ask({ method, path, headers, body = "" }: SkimRequest): Promise<Skimmed> {
    const waiting = Promise.withResolvers<Skimmed>();
    this.#waiting = waiting;
    [this.#place, this.#length, this.#isChunked, this.#isKept] = ["status", 0, false, true];
    const all = {
      host: "127.0.0.1",
      ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    return await waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at = this.#left > 0 ? this.#pass(bytes, at) : this.#readLine(bytes, at);
  }

  #pass(bytes: Buffer, at: number): number {
    const length = Math.min(this.#left, bytes.length - at);
    this.#left -= length;
    if (this.#left === 0) {
      if (this.#place === "body") this.#end();
      else this.#place = "size";
    }
    return at + length;
  }

  #readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(10, at);
    this.#line += bytes.toString("latin1", at, end === -1 ? bytes.length : end);
    if (end === -1) return bytes.length;
    const line = this.#line.trimEnd();
    this.#line = "";
    this.#understand(line);
    return end + 1;
  }

  #understand(line: string): void {
    switch (this.#place) {
      case "status":
        this.#status = Number(line.split(" ")[1]);
        this.#place = "headers";
        return;
      case "headers":
        if (line === "") this.#beginBody();
        else this.#readHeader(line.toLowerCase());
        return;
      case "size":
        // The line that ends the chunk before is empty.
        if (line === "") return;
        this.#left = Number.parseInt(line, 16);
        this.#place = this.#left === 0 ? "trailers" : "chunk";
        return;
      default:
        if (line === "") this.#end();
    }
  }

  #readHeader(line: string): void {
    if (line.startsWith("content-length:")) this.#length = Number(line.slice(15));
    else if (line.startsWith("transfer-encoding:")) this.#isChunked = line.endsWith("chunked");
    else if (line.startsWith("connection:")) this.#isKept = !line.endsWith("close");
  }

  #beginBody(): void {
    this.#place = this.#isChunked ? "size" : "body";
    this.#left = this.#isChunked ? 0 : this.#length;
    if (!this.#isChunked && this.#left === 0) this.#end();
  }

  #end(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: this.#status, isKept: this.#isKept });
  }
}
