import { Duplex } from "node:stream";

/** What a connection of the PostgreSQL driver is made over, in place of a socket. */
export interface Wire {
  readonly stream: Duplex;
  /** Hands the engine's bytes to the driver. */
  receive(bytes: Uint8Array): void;
}

export interface WireEnds {
  /** Resolves once the engine takes bytes. */
  readonly ready: Promise<void>;
  /** Takes one whole batch of messages. */
  readonly send: (bytes: Uint8Array) => void;
}

/** Makes the stream. The driver corks a batch of messages, so that each batch is sent in one piece. */
export function openWire({ ready, send }: WireEnds): Wire {
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      send(new Uint8Array(chunk));
      done();
    },
    writev(chunks, done) {
      send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
  });
  const connect = (): void => {
    ready.then(
      () => stream.emit("connect"),
      (error) => stream.destroy(error),
    );
  };
  // What the driver calls on a socket and a stream does not have.
  Object.assign(stream, { connect, setNoDelay() {}, setKeepAlive() {}, ref() {}, unref() {} });
  const receive = (bytes: Uint8Array): void => {
    // The driver may have hung up while the engine worked.
    if (stream.readable) stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  };
  return { stream, receive };
}
