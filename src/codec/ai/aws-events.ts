// Event streams of AWS, in which Bedrock streams its answers: frames of headers and a payload with lengths before them.
// https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
import { fields, text, type Fields } from '../../base/json-fields.ts';

/** Total length, length of the headers, checksum of both; at the end the checksum of all. */
const PRELUDE = 12;
const CHECKSUM = 4;
/** The type of a header that is a text, and the only one that these streams have. */
const TEXT = 7;
const MAX_FRAMES = 100_000;

/**
 * Returns the events as objects with one member, named by the type: `{contentBlockDelta: {…}}`. What Bedrock passes on
 * of another provider is as that provider sent it. A frame that is cut ends the list.
 */
export function awsEvents(bytes: Uint8Array): readonly Fields[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const events: Fields[] = [];
  for (let at = 0; at + PRELUDE + CHECKSUM <= bytes.length && events.length < MAX_FRAMES;) {
    const total = view.getUint32(at);
    const headers = view.getUint32(at + 4);
    if (total < PRELUDE + headers + CHECKSUM || at + total > bytes.length) break;
    const type = eventType(bytes.subarray(at + PRELUDE, at + PRELUDE + headers));
    const event = eventOf(type, decoded(bytes.subarray(at + PRELUDE + headers, at + total - CHECKSUM)));
    if (event !== null) events.push(event);
    at += total;
  }
  return events;
}

export function isAwsEvents(contentType: string): boolean {
  return /^\s*application\/vnd\.amazon\.eventstream\b/i.test(contentType);
}

function eventType(headers: Uint8Array): string {
  for (let at = 0; at < headers.length;) {
    const nameEnd = at + 1 + headers[at]!;
    const name = decoded(headers.subarray(at + 1, nameEnd));
    if (headers[nameEnd] !== TEXT) return '';
    const length = (headers[nameEnd + 1] ?? 0) * 256 + (headers[nameEnd + 2] ?? 0);
    const valueEnd = nameEnd + 3 + length;
    if (name === ':event-type' || name === ':exception-type')
      return decoded(headers.subarray(nameEnd + 3, valueEnd));
    at = valueEnd;
  }
  return '';
}

function eventOf(type: string, payload: string): Fields | null {
  const value = parsed(payload);
  if (value === null) return null;
  if (type === 'chunk') return parsed(fromBase64(text(value['bytes'])));
  return { [type]: value };
}

function parsed(json: string): Fields | null {
  try {
    return fields(JSON.parse(json));
  } catch {
    return null;
  }
}

function fromBase64(base64: string): string {
  try {
    return decoded(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    return '';
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
