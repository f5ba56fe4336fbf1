// The values of settings in forms: as the user types them, and as the app accepts them.
import type { Settings } from '../../../../src/session/methods/ui-types.ts';

export type SettingKey = keyof Settings;

/**
 * The changes as typed: a number may be a text. An unreadable value is sent as it is, so that the app says what it
 * expects.
 */
export type Changes = Readonly<Partial<Record<SettingKey, unknown>>>;

const MEGABYTE = 1024 * 1024;
const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: MEGABYTE, gb: 1024 * MEGABYTE };

/** Returns the number that a text stands for, or the text. */
export function numberOf(typed: unknown): unknown {
  return typeof typed === 'string' && /^\s*\d{1,15}\s*$/.test(typed) ? Number(typed) : typed;
}

/** Returns the number that a text stands for, with any fraction, or the text. */
function decimalOf(typed: unknown): unknown {
  return typeof typed === 'string' && /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/.test(typed) ? Number(typed) : typed;
}

/** Returns the bytes that a text such as `256 MB` stands for, or the text. Each unit is 1024 of the smaller one. */
export function bytesOf(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const [, number, unit = 'b'] = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kmg]?b)?\s*$/i.exec(typed) ?? [];
  return number === undefined ? typed : Math.round(Number(number) * UNITS[unit.toLowerCase()]!);
}

/** Returns a number of bytes in the largest unit that needs no fraction. */
export function bytesText(bytes: unknown): string {
  if (typeof bytes !== 'number') return String(bytes);
  const isWhole = ([, size]: readonly [string, number]): boolean => bytes > 0 && bytes % size === 0;
  const [unit, size] = Object.entries(UNITS).findLast(isWhole) ?? ['b', 1];
  return `${bytes / size} ${unit.toUpperCase()}`;
}

/** Returns the entries of a text, separated by lines or commas. */
export function linesOf(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  return typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the entries as text, one a line. */
export function linesText(lines: unknown): string {
  return Array.isArray(lines) ? lines.join('\n') : String(lines);
}

/** Returns the value that the app accepts for what was typed. */
export function settingOf(key: SettingKey, typed: unknown): unknown {
  switch (key) {
    case 'port':
    case 'maxListedRequests':
      return numberOf(typed);
    case 'keepTraffic':
      return withNumber(typed, 'days');
    case 'maxCapturedBodyBytes':
    case 'memoryBudgetBytes':
    case 'diskBudgetBytes':
      return bytesOf(typed);
    case 'allowedClientIPs':
    case 'insecureUpstreamHosts':
    case 'allowedSecrets':
      return linesOf(typed);
    case 'tlsKeyLogPath':
      return typed === '' ? null : typed;
    case 'ndjson':
      return { ...(typed as Fields), file: (typed as Fields)['file'] || null };
    case 'otlp':
      return { ...(typed as Fields), url: (typed as Fields)['url'] || null };
    case 'autosave':
      return autosaveOf(typed as Fields);
    case 'socks':
      return withNumber(typed, 'port');
    case 'externalProxy':
      return { ...withNumber(typed, 'port'), bypassHosts: linesOf((typed as Fields)['bypassHosts']) };
    case 'reverseProxies':
      return (typed as readonly Fields[]).map((entry) => withNumber(entry, 'listenPort'));
    case 'clientCertificates':
      return (typed as readonly Fields[]).map((entry) => ({ ...entry, keyPath: entry['keyPath'] || null }));
    case 'modelPrices':
      return (typed as readonly Fields[]).map(priceOf);
    default:
      return typed;
  }
}

function autosaveOf(fields: Fields): Fields {
  return {
    ...fields,
    folder: fields['folder'] || null,
    minutes: decimalOf(fields['minutes']),
    maxBytes: bytesOf(fields['maxBytes']),
    maxFiles: numberOf(fields['maxFiles']),
  };
}

function priceOf(entry: Fields): Fields {
  return {
    ...entry,
    input: decimalOf(entry['input']),
    cachedInput: entry['cachedInput'] === '' ? null : decimalOf(entry['cachedInput']),
    cacheWrite: entry['cacheWrite'] === '' ? null : decimalOf(entry['cacheWrite']),
    output: decimalOf(entry['output']),
  };
}

export type Fields = Readonly<Record<string, unknown>>;

function withNumber(typed: unknown, key: string): Fields {
  const fields = typed as Fields;
  return { ...fields, [key]: numberOf(fields[key]) };
}

/** Stands for a stored secret, which the app does not reveal. */
export const MASK = '••••••••';

/** Returns the number of stored secrets in a value. */
export function countSecrets(value: unknown): number {
  return JSON.stringify(value).split(MASK).length - 1;
}
