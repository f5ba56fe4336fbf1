// Guesses the fields of a protobuf message without a schema. The wire format distinguishes numbers from bytes.
// Whether bytes are text, a message or packed numbers is a guess; other interpretations are kept with it.
import { toBase64, decodeUtf8 } from '../../base/bytes.ts';
import type { Json } from '../../base/json.ts';
import {
  MAX_DEPTH,
  MAX_FIELDS,
  readFields,
  readVarints,
  type ReadBudget,
  type RawFieldError,
  type RawField,
} from './wire.ts';

export interface GuessedField {
  readonly number: number;
  /** Offsets of its tag and its end, in bytes. */
  readonly offset: number;
  readonly end: number;
  readonly guess: 'integer' | 'float' | 'double' | 'text' | 'message' | 'bytes' | 'packed';
  readonly value: Json;
  /** Other interpretations, such as `sint64 -1`. */
  readonly alternatives: readonly string[];
  /** Fields of a message or a group. */
  readonly fields: readonly GuessedField[];
}

export interface GuessedMessage {
  readonly fields: readonly GuessedField[];
  readonly error: RawFieldError | null;
}

export function guessMessage(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  budget: ReadBudget = { fields: MAX_FIELDS },
  depth = 0,
): GuessedMessage {
  const { fields, error } = readFields(bytes, start, end, budget);
  return { fields: fields.map((field) => guessField(bytes, field, budget, depth)), error };
}

/** Renders fields as an object with field numbers as names; a repeated field becomes a list. */
export function guessedJson(fields: readonly GuessedField[]): Json {
  const byNumber = new Map<number, Json[]>();
  for (const field of fields) {
    const known = byNumber.get(field.number);
    if (known === undefined) byNumber.set(field.number, [fieldJson(field)]);
    else known.push(fieldJson(field));
  }
  return Object.fromEntries(
    Array.from(byNumber, ([number, values]) => [number, values.length === 1 ? values[0]! : values]),
  );
}

export function fieldJson(field: GuessedField): Json {
  return field.guess === 'message' ? guessedJson(field.fields) : field.value;
}

/** Interprets one field. */
export function guessField(
  bytes: Uint8Array,
  field: RawField,
  budget: ReadBudget,
  depth: number,
): GuessedField {
  const { number, offset, end } = field;
  const guessed = { number, offset, end, fields: [] };
  switch (field.type) {
    case 'varint':
      return {
        ...guessed,
        guess: 'integer',
        value: signedJson(field.value),
        alternatives: varintReadings(field.value),
      };
    case 'fixed32':
      return { ...guessed, ...fixed32(field.value) };
    case 'fixed64':
      return { ...guessed, ...fixed64(field.value) };
    case 'group': {
      const fields = field.fields.map((inner) => guessField(bytes, inner, budget, depth + 1));
      return { ...guessed, guess: 'message', value: null, alternatives: ['group'], fields };
    }
    case 'bytes':
      return { ...guessed, ...guessBytes(bytes, field.start, end, budget, depth) };
  }
}

/** Returns a number when it is exact, else its digits as text. */
export function integerJson(value: bigint): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

type Guess = Pick<GuessedField, 'guess' | 'value' | 'alternatives' | 'fields'>;

function signedJson(value: bigint): Json {
  return integerJson(BigInt.asIntN(64, value));
}

function varintReadings(value: bigint): string[] {
  const zigzag = (value >> 1n) ^ -(value & 1n);
  const readings = [`sint64 ${zigzag}`];
  if (value >> 63n === 1n) readings.push(`uint64 ${value}`);
  if (value <= 1n) readings.push(`bool ${value === 1n}`);
  return readings;
}

const scratch = new DataView(new ArrayBuffer(8));

export function float32(value: number): number {
  scratch.setUint32(0, value);
  return scratch.getFloat32(0);
}

export function float64(value: bigint): number {
  scratch.setBigUint64(0, value);
  return scratch.getFloat64(0);
}

/** True for a number as people write them: integers that are read as floats are tiny or huge. */
function isLikely(value: number): boolean {
  const size = Math.abs(value);
  return size > 1e-7 && size < 1e15;
}

function fixed32(value: number): Omit<Guess, 'fields'> {
  const float = float32(value);
  // Most floats were rounded from numbers with fewer digits.
  const shown = Number(float.toPrecision(7));
  if (isLikely(float)) return { guess: 'float', value: shown, alternatives: [`fixed32 ${value}`] };
  const alternatives = [`float ${shown}`, ...(value > 0x7fffffff ? [`fixed32 ${value}`] : [])];
  return { guess: 'integer', value: value | 0, alternatives };
}

function fixed64(value: bigint): Omit<Guess, 'fields'> {
  const double = float64(value);
  if (isLikely(double)) return { guess: 'double', value: double, alternatives: [`fixed64 ${value}`] };
  return { guess: 'integer', value: signedJson(value), alternatives: [`double ${double}`] };
}

/** Maximum number of packed values in an alternative interpretation. */
const MAX_PACKED = 1000;

function guessBytes(bytes: Uint8Array, start: number, end: number, budget: ReadBudget, depth: number): Guess {
  const value = bytes.subarray(start, end);
  const text = readableText(value);
  if (text !== null && (text === '' || !/^\n[\t\r]?/.test(text)))
    return { guess: 'text', value: text, alternatives: [], fields: [] };
  const message = innerMessage(bytes, start, end, budget, depth);
  if (message !== null) {
    const alternatives = text === null ? [] : [`string ${JSON.stringify(text.slice(0, 100))}`];
    return { guess: 'message', value: null, alternatives, fields: message };
  }
  if (text !== null) return { guess: 'text', value: text, alternatives: [], fields: [] };
  const packed = readVarints(bytes, start, end, MAX_PACKED);
  const base64 = toBase64(value);
  if (packed === null || packed.length < 2)
    return { guess: 'bytes', value: base64, alternatives: fixedReadings(value), fields: [] };
  // Random bytes rarely end where a number ends, and hardly ever consist of small numbers.
  const isSmall = packed.every((number) => number < 2n ** 32n);
  const list = packed.map(signedJson);
  if (isSmall)
    return {
      guess: 'packed',
      value: list,
      alternatives: [...fixedReadings(value), `bytes ${base64.slice(0, 100)}`],
      fields: [],
    };
  return {
    guess: 'bytes',
    value: base64,
    alternatives: [...fixedReadings(value), `packed ${packed.slice(0, 20).join(' ')}`],
    fields: [],
  };
}

function innerMessage(
  bytes: Uint8Array,
  start: number,
  end: number,
  budget: ReadBudget,
  depth: number,
): readonly GuessedField[] | null {
  if (depth >= MAX_DEPTH || start === end) return null;
  const { fields, error } = guessMessage(bytes, start, end, budget, depth + 1);
  return error === null ? fields : null;
}

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

function readableText(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes);
  return text === null || CONTROL.test(text) ? null : text;
}

function fixedReadings(bytes: Uint8Array): string[] {
  if (bytes.length === 0 || bytes.length % 4 !== 0 || bytes.length > 4096) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const floats = Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true));
  const readings = floats.every(isLikely)
    ? [
        `packed float ${floats
          .slice(0, 20)
          .map((value) => Number(value.toPrecision(7)))
          .join(' ')}`,
      ]
    : [];
  if (bytes.length % 8 !== 0) return readings;
  const doubles = Array.from({ length: bytes.length / 8 }, (_, at) => view.getFloat64(at * 8, true));
  return doubles.every(isLikely)
    ? [`packed double ${doubles.slice(0, 20).join(' ')}`, ...readings]
    : readings;
}
