// Decodes scalar values from the wire format into JSON.
import { toBase64, decodeUtf8 } from '../../base/bytes.ts';
import type { Json } from '../../base/json.ts';
import { float32, float64, integerJson } from './guess.ts';
import type { ScalarType } from './schema.ts';
import { readVarints, type RawField } from './wire.ts';

/** Decodes the values of one field, several when it is packed; null when they do not fit `scalar`. */
export function scalars(bytes: Uint8Array, wire: RawField, scalar: ScalarType): Json[] | null {
  switch (wire.type) {
    case 'varint':
      return one(varintJson(wire.value, scalar));
    case 'fixed32':
      return one(fixed32Json(wire.value, scalar));
    case 'fixed64':
      return one(fixed64Json(wire.value, scalar));
    case 'bytes':
      return bytesScalars(bytes.subarray(wire.start, wire.end), scalar);
    case 'group':
      return null;
  }
}

function one(value: Json): Json[] | null {
  return value === null ? null : [value];
}

function bytesScalars(bytes: Uint8Array, scalar: ScalarType): Json[] | null {
  if (scalar === 'bytes') return [toBase64(bytes)];
  if (scalar === 'string') return [decodeUtf8(bytes) ?? new TextDecoder().decode(bytes)];
  return packed(bytes, scalar);
}

const WIDTH: Partial<Record<ScalarType, 4 | 8>> = {
  float: 4,
  fixed32: 4,
  sfixed32: 4,
  double: 8,
  fixed64: 8,
  sfixed64: 8,
};

function packed(bytes: Uint8Array, scalar: ScalarType): Json[] | null {
  const width = WIDTH[scalar];
  if (width === undefined)
    return (
      readVarints(bytes, 0, bytes.length, bytes.length)?.map((value) => varintJson(value, scalar)) ?? null
    );
  if (bytes.length % width !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / width }, (_, at) =>
    width === 4
      ? fixed32Json(view.getUint32(at * 4, true), scalar)
      : fixed64Json(view.getBigUint64(at * 8, true), scalar),
  );
}

function varintJson(value: bigint, scalar: ScalarType): Json {
  switch (scalar) {
    case 'int32':
      return Number(BigInt.asIntN(32, value));
    case 'uint32':
      return Number(BigInt.asUintN(32, value));
    case 'sint32': {
      const low = BigInt.asUintN(32, value);
      return Number((low >> 1n) ^ -(low & 1n));
    }
    case 'int64':
      return integerJson(BigInt.asIntN(64, value));
    case 'uint64':
      return integerJson(value);
    case 'sint64':
      return integerJson((value >> 1n) ^ -(value & 1n));
    case 'bool':
      return value !== 0n;
    default:
      return null;
  }
}

function fixed32Json(value: number, scalar: ScalarType): Json {
  if (scalar === 'fixed32') return value;
  if (scalar === 'sfixed32') return value | 0;
  return scalar === 'float' ? floatJson(float32(value)) : null;
}

function fixed64Json(value: bigint, scalar: ScalarType): Json {
  if (scalar === 'fixed64') return integerJson(value);
  if (scalar === 'sfixed64') return integerJson(BigInt.asIntN(64, value));
  return scalar === 'double' ? realJson(float64(value)) : null;
}

/** Returns the shortest digits that stand for this float. */
function floatJson(value: number): Json {
  const digits = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return realJson(Number(value.toPrecision(digits ?? 9)));
}

/** Renders NaN and infinities, which JSON does not have, as strings, like protobuf's own JSON. */
function realJson(value: number): Json {
  return Number.isFinite(value) ? value : String(value);
}
