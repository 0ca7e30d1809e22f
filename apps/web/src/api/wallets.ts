import { publicPath } from "./public-path.ts";

/** What a browser's extension gives pages: the part that signing in takes. */
interface EthereumWallet {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

interface SolanaWallet {
  connect(): Promise<unknown>;
  readonly publicKey?: { toBase58(): string } | null;
  signMessage(message: Uint8Array, display: "utf8"): Promise<{ readonly signature: Uint8Array } | Uint8Array>;
}

declare global {
  interface Window {
    /** @see https://eips.ethereum.org/EIPS/eip-1193 */
    readonly ethereum?: EthereumWallet;
    /** @see https://docs.phantom.com/solana/establishing-a-connection */
    readonly solana?: SolanaWallet;
  }
}

export const CHAINS = ["ethereum", "solana"] as const;
export type Chain = (typeof CHAINS)[number];

/** What proves to the server whose wallet it is. */
export interface WalletProof {
  readonly chain: Chain;
  readonly message: string;
  readonly signature: string;
}

/** The browser has no wallet of that chain, or it did not sign. */
export class WalletError extends Error {
  readonly kind: "missing" | "refused";

  constructor(kind: WalletError["kind"], cause?: unknown) {
    super(kind, { cause });
    this.name = "WalletError";
    this.kind = kind;
  }
}

/**
 * Lets the wallet of this browser sign that its owner wants to sign in here. The text is that of EIP-4361, which wallets
 * know and show as such.
 *
 * @throws WalletError
 */
export async function signWithWallet(chain: Chain, statement: string): Promise<WalletProof> {
  try {
    return chain === "ethereum" ? await signWithEthereum(statement) : await signWithSolana(statement);
  } catch (cause) {
    throw cause instanceof WalletError ? cause : new WalletError("refused", cause);
  }
}

async function signWithEthereum(statement: string): Promise<WalletProof> {
  const wallet = window.ethereum;
  if (wallet === undefined) throw new WalletError("missing");
  const accounts = await wallet.request({ method: "eth_requestAccounts" });
  const address = Array.isArray(accounts) ? String(accounts[0] ?? "") : "";
  const chainId = Number(await wallet.request({ method: "eth_chainId" }));
  // The order of the fields is that of the standard.
  const message = textOf({ chain: "Ethereum", address, statement }, [`Chain ID: ${chainId}`]);
  const bytes = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const signature = await wallet.request({ method: "personal_sign", params: [`0x${bytes}`, address] });
  return { chain: "ethereum", message, signature: String(signature) };
}

async function signWithSolana(statement: string): Promise<WalletProof> {
  const wallet = window.solana;
  if (wallet === undefined) throw new WalletError("missing");
  await wallet.connect();
  const address = wallet.publicKey?.toBase58() ?? "";
  const message = textOf({ chain: "Solana", address, statement }, []);
  const signed = await wallet.signMessage(new TextEncoder().encode(message), "utf8");
  const bytes = signed instanceof Uint8Array ? signed : signed.signature;
  return { chain: "solana", message, signature: btoa(String.fromCharCode(...bytes)) };
}

/** @see https://eips.ethereum.org/EIPS/eip-4361 */
function textOf(
  { chain, address, statement }: { chain: string; address: string; statement: string },
  more: readonly string[],
): string {
  return [
    `${location.host} wants you to sign in with your ${chain} account:`,
    address,
    "",
    statement,
    "",
    `URI: ${location.origin}${publicPath()}/sign-in`,
    "Version: 1",
    ...more,
    `Nonce: ${crypto.randomUUID().replaceAll("-", "")}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join("\n");
}
