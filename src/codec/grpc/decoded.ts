// Decodes one gRPC message into JSON: by its type when the schema contains it, else by guessing, with field numbers
// as names.
import { toBase64, decodeUtf8 } from '../../base/bytes.ts';
import type { Json } from '../../base/json.ts';
import { guessedJson, guessMessage } from '../protobuf/guess.ts';
import type { ProtoSchema, TypeName } from '../protobuf/schema.ts';
import { typedMessage } from '../protobuf/typed.ts';

export interface DecodedGrpcMessage {
  readonly decoded: Json;
  /** Full name of the message type; null when the content was guessed. */
  readonly type: string | null;
  /** Error with its position; null when there is none. */
  readonly error: string | null;
}

/**
 * Decodes a message. `format` is that of the Content-Type; `type` is the message type of the schema, null when unknown.
 */
export function decodedGrpcMessage(
  bytes: Uint8Array,
  format: string,
  type: TypeName | null,
  schema: ProtoSchema,
): DecodedGrpcMessage {
  if (format === 'json') return fromJson(bytes);
  if (format !== 'proto')
    return {
      decoded: toBase64(bytes),
      type: null,
      error: `messages of the format ${format} are not decoded`,
    };
  const typed = type === null ? null : typedMessage(bytes, type, schema);
  if (typed !== null) return { decoded: typed.json, type: typed.name, error: errorText(typed.error) };
  const { fields, error } = guessMessage(bytes);
  if (error !== null && fields.length === 0)
    return { decoded: toBase64(bytes), type: null, error: errorText(error) };
  return { decoded: guessedJson(fields), type: null, error: errorText(error) };
}

function errorText(error: { readonly offset: number; readonly reason: string } | null): string | null {
  return error === null ? null : `at byte ${error.offset}: ${error.reason}`;
}

function fromJson(bytes: Uint8Array): DecodedGrpcMessage {
  const text = decodeUtf8(bytes);
  try {
    if (text !== null) return { decoded: JSON.parse(text) as Json, type: null, error: null };
  } catch {
    // Invalid JSON is shown as it is.
  }
  return { decoded: text ?? toBase64(bytes), type: null, error: 'it is not JSON' };
}

/** Splits a path such as `/package.Service/Method`; null for other paths. */
export function grpcPath(path: string): { readonly service: string; readonly method: string } | null {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  const [service, method] = segments.slice(-2);
  if (segments.length < 3 || service === undefined || service === '' || method === undefined || method === '')
    return null;
  return { service, method };
}
