import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58 } from "@scure/base";
import type { MessageForm } from "./wallet-message.ts";

/** A block chain whose wallets can sign people in. */
export interface Chain {
  readonly form: MessageForm;
  /** The one spelling of an address by which its owner is known. */
  canonicalAddress(address: string): string | undefined;
  /** Whether the owner of the address signed the text. */
  isSignedBy(text: string, signature: string, address: string): boolean;
}

export const CHAINS = {
  ethereum: {
    form: {
      chainName: "Ethereum",
      address: /^0x[0-9a-fA-F]{40}$/,
      chainId: /^[1-9]\d{0,19}$/,
      isStrict: true,
      requiredFields: ["URI", "Version", "Chain ID", "Issued At"],
    },
    canonicalAddress: readEthereumAddress,
    isSignedBy: isSignedByEthereumWallet,
  },
  solana: {
    form: {
      chainName: "Solana",
      address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
      chainId: /^(?:solana:)?(?:mainnet|testnet|devnet|localnet|[1-9A-HJ-NP-Za-km-z]{1,44})$/,
      isStrict: false,
      requiredFields: ["URI", "Version", "Issued At"],
    },
    canonicalAddress: (address) => (solanaKey(address) === undefined ? undefined : address),
    isSignedBy: isSignedBySolanaWallet,
  },
} as const satisfies Readonly<Record<string, Chain>>;

export type ChainName = keyof typeof CHAINS;

/** Mixed letters are a check sum, which must be right; without them there is none (ERC-55). */
function readEthereumAddress(address: string): string | undefined {
  const plain = address.toLowerCase();
  const digits = address.slice(2);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || checkSummed(plain) === address ? plain : undefined;
}

function checkSummed(address: string): string {
  const digits = address.slice(2);
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(digits))).toString("hex");
  const signs = [...digits].map((sign, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? sign.toUpperCase() : sign));
  return `0x${signs.join("")}`;
}

/** `personal_sign`: 65 bytes r, s and v over the prefixed text (ERC-191). */
function isSignedByEthereumWallet(text: string, signature: string, address: string): boolean {
  const [, hex] = /^0x([0-9a-fA-F]{130})$/.exec(signature) ?? [];
  const bytes = Buffer.from(hex ?? "", "hex");
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (hex === undefined || recovery > 1) return false;
  const message = Buffer.from(text);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
  const hash = keccak_256(Buffer.concat([prefix, message]));
  const recovered = Buffer.concat([Buffer.from([recovery]), bytes.subarray(0, 64)]);
  try {
    const key = secp256k1.Signature.fromBytes(recovered, "recovered").recoverPublicKey(hash).toBytes(false);
    return (
      `0x${Buffer.from(keccak_256(key.subarray(1)))
        .subarray(12)
        .toString("hex")}` === address
    );
  } catch {
    // Numbers that are no point of the curve: nobody signed with them.
    return false;
  }
}

/** Ed25519 over the text; clients write the signature as base64 of either alphabet. */
function isSignedBySolanaWallet(text: string, signature: string, address: string): boolean {
  const key = solanaKey(address);
  if (key === undefined || !/^[A-Za-z0-9+/_-]{86}(==)?$/.test(signature)) return false;
  const bytes = Buffer.from(signature.replaceAll("-", "+").replaceAll("_", "/"), "base64");
  try {
    // Strict: keys of small order, whose signatures fit any text, are none.
    return ed25519.verify(bytes, Buffer.from(text), key, { zip215: false });
  } catch {
    // The address is no point of the curve.
    return false;
  }
}

function solanaKey(address: string): Uint8Array | undefined {
  const key = base58.decode(address);
  return key.length === 32 ? key : undefined;
}
