// Example strings and numbers that satisfy the simpler keywords of a JSON Schema.
import { patternExample } from './pattern-example.ts';
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
  const min = Math.min(numberOf(schema['minLength']) ?? 0, MAX_CHARS);
  const { pattern } = schema;
  const matching = typeof pattern === 'string' ? patternExample(pattern, min) : null;
  if (matching !== null) return matching;
  const text =
    FORMATS.get(schema['format']) ?? (schema['contentEncoding'] === 'base64' ? 'c3RyaW5n' : 'string');
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

/** False when a scalar that the schema gives as an example clearly violates the schema. */
export function isOfSchema(value: unknown, schema: JsonObject): boolean {
  const { type, enum: choices, format, minLength, maxLength } = schema;
  if (typeof value !== 'string') return true;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes('string') && !types.includes('file')) return false;
  if (value.length < (numberOf(minLength) ?? 0) || value.length > (numberOf(maxLength) ?? Infinity))
    return false;
  return FORMS.get(format)?.test(value) ?? true;
}

const FORMS: ReadonlyMap<unknown, RegExp> = new Map<unknown, RegExp>([
  ['date-time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:Z|[+-]\d\d:?\d\d)$/i],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
]);
