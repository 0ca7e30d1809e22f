import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58 } from "@scure/base";

/** A wallet of either chain, with the key in hand. */
export function anEthereumWallet() {
  const key = secp256k1.utils.randomSecretKey();
  const address = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)))
    .subarray(12)
    .toString("hex")}`;
  const sign = (text: string): `0x${string}` => {
    const hash = keccak_256(Buffer.from(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`));
    const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: "recovered" });
    return `0x${Buffer.from([...rest, recovery + 27]).toString("hex")}`;
  };
  return { address, sign };
}

export function aSolanaWallet() {
  const key = ed25519.utils.randomSecretKey();
  const address = base58.encode(ed25519.getPublicKey(key));
  return { address, sign: (text: string) => ed25519.sign(Buffer.from(text), key) };
}
