// Web Crypto for scripts: the operations of `crypto.subtle`, done by Node.js. Keys stay with the script, which gets them
// as JSON Web Keys, or as bytes where a key has no such form.
import { webcrypto } from 'node:crypto';
import { z } from 'zod';

const { subtle } = webcrypto;
type Key = webcrypto.CryptoKey;
type Usages = webcrypto.KeyUsage[];

/** A key as the script holds it. */
interface KeyRecord {
  readonly type: string;
  readonly algorithm: object;
  readonly usages: readonly string[];
  readonly extractable: boolean;
  /** A JSON Web Key, or bytes in Base64. */
  readonly material: object | string;
}

const METHODS = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
] as const;

const asked = z.object({ method: z.enum(METHODS), values: z.array(z.unknown()).max(10) });

/** Algorithms whose keys have no JSON form. */
const RAW_ALONE: ReadonlySet<string> = new Set(['PBKDF2', 'HKDF']);

/** Returns `{value}` or `{error: [name, message]}` as JSON. Bytes are `{"bytes": "<Base64>"}`, keys `{"key": …}`. */
export async function cryptoCall(params: unknown): Promise<string> {
  const { method, values } = asked.parse(params);
  try {
    const given = await Promise.all(values.map(decoded));
    return JSON.stringify({ value: await encoded(await call(method, given), given) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return JSON.stringify({ error: [error.name, error.message] });
  }
}

async function call(method: (typeof METHODS)[number], given: readonly unknown[]): Promise<unknown> {
  const values = [...given];
  // Whether the script may have the key is the script's own matter: here it has to leave again.
  const extractable = { generateKey: 1, importKey: 3, deriveKey: 3, unwrapKey: 5 }[method as string];
  const isAllowed = extractable === undefined ? true : Boolean(values[extractable]);
  if (extractable !== undefined) values[extractable] = !isRawAlone(values[extractable - 1]);
  const functions = subtle as unknown as Readonly<
    Record<string, (...all: readonly unknown[]) => Promise<unknown>>
  >;
  const result = await functions[method]!.apply(subtle, values);
  if (extractable === undefined) return result;
  const raw = method === 'importKey' ? values[1] : null;
  if (isPair(result))
    return {
      publicKey: { key: await recordOf(result.publicKey, true, null) },
      privateKey: { key: await recordOf(result.privateKey, isAllowed, null) },
    };
  return { key: await recordOf(result as Key, isAllowed, raw) };
}

function isRawAlone(algorithm: unknown): boolean {
  const name =
    typeof algorithm === 'string' ? algorithm : (algorithm as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' && RAW_ALONE.has(name.toUpperCase());
}

function isPair(value: unknown): value is { readonly publicKey: Key; readonly privateKey: Key } {
  return typeof value === 'object' && value !== null && 'privateKey' in value;
}

/** `raw`: the bytes that the key was made of. */
async function recordOf(key: Key, extractable: boolean, raw: unknown): Promise<KeyRecord> {
  const material =
    isRawAlone(key.algorithm) && ArrayBuffer.isView(raw)
      ? base64(raw as Uint8Array)
      : await subtle.exportKey('jwk', key);
  return {
    type: key.type,
    algorithm: plain(key.algorithm),
    usages: key.usages,
    extractable: extractable && !isRawAlone(key.algorithm),
    material,
  };
}

/** An exponent of RSA is bytes. */
function plain(algorithm: object): object {
  return Object.fromEntries(
    Object.entries(algorithm).map(([name, value]: [string, unknown]) => [
      name,
      ArrayBuffer.isView(value) ? { bytes: base64(value as Uint8Array) } : value,
    ]),
  );
}

async function decoded(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(decoded));
  if (typeof value !== 'object' || value === null) return value;
  const { bytes, key } = value as { readonly bytes?: unknown; readonly key?: unknown };
  if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'));
  if (typeof key === 'object' && key !== null) return keyOf(key as KeyRecord);
  const entries = Object.entries(value).map(async ([name, each]) => [name, await decoded(each)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function keyOf({ algorithm, usages, material }: KeyRecord): Promise<Key> {
  const { name, ...options } = (await decoded(algorithm)) as Readonly<Record<string, unknown>>;
  const given = { name, ...options } as webcrypto.AlgorithmIdentifier;
  if (typeof material === 'string')
    return subtle.importKey('raw', Buffer.from(material, 'base64'), given, false, [...usages] as Usages);
  const { key_ops: _ops, ext: _ext, ...jwk } = material as webcrypto.JsonWebKey;
  return subtle.importKey('jwk', jwk, given, true, [...usages] as Usages);
}

/** Returns what JSON has in place of a result: bytes in Base64, and an exported key apart from the key of a script. */
function encoded(value: unknown, given: readonly unknown[]): unknown {
  if (value instanceof ArrayBuffer) return { bytes: base64(new Uint8Array(value)) };
  return given[0] === 'jwk' && typeof value === 'object' && value !== null && 'kty' in value
    ? { json: value }
    : value;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
