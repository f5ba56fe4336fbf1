// Example strings and numbers that satisfy the simpler keywords of a JSON Schema.
import type { JsonObject } from '../json-values.ts';

const FORMATS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['date-time', '2024-01-01T00:00:00Z'],
  ['date', '2024-01-01'],
  ['time', '00:00:00Z'],
  ['duration', 'P1D'],
  ['email', 'user@example.com'],
  ['idn-email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['idn-hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['iri', 'https://example.com'],
  ['uri-reference', '/path'],
  ['iri-reference', '/path'],
  ['uri-template', '/path/{id}'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['json-pointer', '/path'],
  ['relative-json-pointer', '0'],
  ['regex', '.*'],
  ['byte', 'c3RyaW5n'],
  ['base64', 'c3RyaW5n'],
  ['base64url', 'c3RyaW5n'],
  ['binary', ''],
  ['password', 'password'],
  ['char', 's'],
]);
/** The maximum length of an example, whatever the schema asks for. */
const MAX_CHARS = 1000;

/** Returns a string with a length that the schema allows. */
export function textExample(schema: JsonObject): string {
  const text =
    FORMATS.get(schema['format']) ?? (schema['contentEncoding'] === 'base64' ? 'c3RyaW5n' : 'string');
  const min = Math.min(numberOf(schema['minLength']) ?? 0, MAX_CHARS);
  const max = Math.max(numberOf(schema['maxLength']) ?? text.length, 0);
  return text.length < min ? text + 'x'.repeat(min - text.length) : text.slice(0, Math.max(max, min));
}

/** Returns the allowed number that is nearest to zero. */
export function numberExample(schema: JsonObject, isInteger: boolean): number {
  const step = Math.abs(numberOf(schema['multipleOf']) ?? 0) || (isInteger ? 1 : 0);
  const min = bound(schema['minimum'], schema['exclusiveMinimum'], step || 1);
  const max = bound(schema['maximum'], schema['exclusiveMaximum'], -(step || 1));
  if (min !== null && min > 0) return stepped(min, step, Math.ceil);
  if (max !== null && max < 0) return stepped(max, step, Math.floor);
  return 0;
}

/** Returns a bound. An exclusive bound is a number, or in older drafts a boolean about the inclusive one. */
function bound(inclusive: unknown, exclusive: unknown, inward: number): number | null {
  const limit = numberOf(inclusive);
  const outer = numberOf(exclusive);
  if (outer !== null) return outer + inward;
  return limit !== null && exclusive === true ? limit + inward : limit;
}

function stepped(value: number, step: number, round: (value: number) => number): number {
  const rounded = step === 0 ? value : round(value / step) * step;
  return Number.isFinite(rounded) ? rounded : 0;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
