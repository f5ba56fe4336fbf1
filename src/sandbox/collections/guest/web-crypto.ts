// `crypto.subtle`: the operations of Web Crypto, which the host does, and the keys, which stay here.
import { defineLazy, type Environment } from './environment.ts';

interface KeyRecord {
  readonly type: string;
  readonly algorithm: Readonly<Record<string, unknown>>;
  readonly usages: readonly string[];
  readonly extractable: boolean;
  readonly material: unknown;
}

/** The records of keys, which scripts do not see. */
const records = new WeakMap<object, KeyRecord>();

class CryptoKey {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: readonly string[];

  constructor(record: KeyRecord, algorithm: object) {
    records.set(this, record);
    this.type = record.type;
    this.extractable = record.extractable;
    this.algorithm = algorithm;
    this.usages = [...record.usages];
    Object.freeze(this);
  }
}

const METHODS = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'encrypt',
  'generateKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
] as const;

type Call = (method: string, values: readonly unknown[]) => Promise<unknown>;

export function subtleOf({ kernel, host, web }: Environment, digest: unknown): object {
  const call: Call = async (method, values) => {
    const asked = { method, values: values.map((value) => encoded(value, web.toBase64)) };
    const { value, error } = (await kernel.hostCall('crypto', asked)) as {
      readonly value?: unknown;
      readonly error?: readonly [string, string];
    };
    if (error !== undefined) throw Object.assign(new Error(error[1]), { name: error[0] });
    return decoded(value, (text) => host.fromBase64(JSON.stringify(text)));
  };
  const subtle: Record<string, unknown> = { digest };
  for (const method of METHODS) subtle[method] = (...values: readonly unknown[]) => call(method, values);
  subtle['exportKey'] = async (format: unknown, key: object) => {
    refuseHidden(key);
    return call('exportKey', [format, key]);
  };
  subtle['wrapKey'] = async (format: unknown, key: object, ...rest: readonly unknown[]) => {
    refuseHidden(key);
    return call('wrapKey', [format, key, ...rest]);
  };
  defineLazy(globalThis, 'CryptoKey', () => CryptoKey, false);
  return subtle;
}

function refuseHidden(key: object): void {
  if (records.get(key)?.extractable === false)
    throw Object.assign(new Error('key is not extractable'), { name: 'InvalidAccessError' });
}

/** Returns what JSON has in place of a value: bytes in Base64, keys by their records. */
function encoded(value: unknown, toBase64: (data: unknown) => string): unknown {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { bytes: toBase64(value) };
  if (Array.isArray(value)) return value.map((each) => encoded(each, toBase64));
  if (typeof value !== 'object' || value === null) return value;
  const record = records.get(value);
  if (record !== undefined) return { key: record };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encoded(each, toBase64)]));
}

function decoded(value: unknown, fromBase64: (text: string) => ArrayBuffer): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { bytes, key, json, publicKey, privateKey } = value as {
    readonly bytes?: string;
    readonly key?: KeyRecord;
    readonly json?: unknown;
    readonly publicKey?: unknown;
    readonly privateKey?: unknown;
  };
  if (bytes !== undefined) return fromBase64(bytes);
  if (json !== undefined) return json;
  if (key !== undefined) return new CryptoKey(key, algorithmOf(key, fromBase64));
  if (privateKey === undefined) return value;
  return { publicKey: decoded(publicKey, fromBase64), privateKey: decoded(privateKey, fromBase64) };
}

function algorithmOf({ algorithm }: KeyRecord, fromBase64: (text: string) => ArrayBuffer): object {
  const entries = Object.entries(algorithm).map(([name, value]) => {
    const bytes =
      typeof value === 'object' && value !== null ? (value as { bytes?: string }).bytes : undefined;
    return [name, bytes === undefined ? value : new Uint8Array(fromBase64(bytes))] as const;
  });
  return Object.fromEntries(entries);
}
