// Kinds of setting values, each with a description of a valid value, which completes the sentence "Give …" in errors.
import { z } from 'zod';
import { readHostPattern } from '../../base/host-pattern.ts';
import { readIpRange } from '../../base/ip-range.ts';

const FLAG = 'true or false';
export const TEXT = 'a text';
const HOST = 'a host such as "api.example.com", with * and ? as wildcards, without scheme, port or path';
export const HOSTS = 'a list of hosts such as ["api.example.com", "*.example.org"]';
const CLIENT = 'an IP address or a range such as 192.168.1.0/24';
const FINGERPRINT = 'a fingerprint such as stripe:0123456789abcdef';
export const UPSTREAM_BYPASS = 'a list of texts, such as ["*.internal", "10.0.0.0/8", "<local>"]';
const BYTES = 'a whole number of bytes, 0 or more';
export const APP = 'the name of an app, such as "curl"';
const PATH = 'the path of a file';

export const MAX_BYTES = Number.MAX_SAFE_INTEGER;
/** The maximum size of a body. A Buffer cannot be larger. */
export const MAX_BODY_BYTES = 2 ** 31 - 1;

/** Most entries of a list of hosts, apps or addresses: each of them may be compared at every connection. */
const MAX_ENTRIES = 10_000;
/** The maximum number of entries in a list that opens a port or loads files for each entry. */
export const MAX_RESOURCES = 100;
/** The maximum number of prices. Each of them may be compared with the name of a model. */
export const MAX_PRICES = 1000;
/** The maximum number of domains. The user copies a set-up command that contains them all. */
export const MAX_DOMAINS = 200;
/** The maximum length of a host. The longest DNS name has 253 characters. */
export const MAX_HOST_CHARS = 255;
export const MAX_NAME_CHARS = 1000;

export const flag = z.boolean(FLAG);
export const text = z.string(TEXT);
export const path = z.string(PATH).min(1, PATH);
export const hostPattern = z
  .string(HOST)
  .max(MAX_HOST_CHARS, `${HOST}, of at most ${MAX_HOST_CHARS} characters`)
  .refine((host) => readHostPattern(host) !== null, HOST)
  .overwrite((host) => readHostPattern(host) ?? host);
export const fingerprint = z
  .string(FINGERPRINT)
  .trim()
  .regex(/^[a-z\d-]+:[\da-f]{16}$/, FINGERPRINT);
export const clientRange = z
  .string(CLIENT)
  .refine((range) => readIpRange(range) !== null, CLIENT)
  .overwrite((range) => range.trim());
export const appName = z
  .string(APP)
  .max(MAX_NAME_CHARS, `${APP}, of at most ${MAX_NAME_CHARS} characters`)
  .overwrite((name) => name.trim())
  .min(1, APP);

/** The schema of a port. `min` is 0 when any free port will do. */
export function portNumber(min: 0 | 1): z.ZodNumber {
  const expected = `a whole number from ${min} to 65535`;
  return z.number(expected).int(expected).min(min, expected).max(65_535, expected);
}

export function byteCount(max: number): z.ZodNumber {
  const expected = max === MAX_BYTES ? BYTES : `a whole number of bytes from 0 to ${max}`;
  return z.number(expected).int(expected).min(0, expected).max(max, expected);
}

/** Accepts a list of bounded length. */
export function list<T extends z.ZodType>(entry: T, expected: string, max = MAX_ENTRIES): z.ZodArray<T> {
  return z.array(entry, expected).max(max, `${expected}, with at most ${max} entries`);
}

/** A list entry that may also be written as a string: the value of its main key. */
export function orText<T extends z.ZodType>(
  key: string,
  entry: T,
): z.ZodType<z.output<T>, string | z.input<T>> {
  return z.preprocess<unknown, T, string | z.input<T>>(
    (value) => (typeof value === 'string' ? { [key]: value } : value),
    entry,
  );
}

/**
 * An object without unknown keys. `settings.ts` writes the message about an unknown key, because it knows the path.
 */
export function object<T extends z.core.$ZodLooseShape>(shape: T) {
  const expected = `an object with ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : expected),
  });
}

/** True for an http or https URL without credentials, query and fragment. */
export function isServerUrl(target: string): boolean {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false;
  const { hostname, username, password, search, hash } = new URL(target);
  return hostname !== '' && username + password + search + hash === '';
}
