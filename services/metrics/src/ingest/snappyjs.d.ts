declare module "snappyjs" {
  /** @throws Error for bytes that are no snappy block, and for one that unpacks to more than `maxLength` bytes */
  export function uncompress(compressed: Buffer, maxLength?: number): Buffer;
  export function compress(bytes: Buffer): Buffer;
}
