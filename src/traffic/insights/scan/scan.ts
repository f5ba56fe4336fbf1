// Scans a message character by character, on the scan worker: finds secrets, and infers the schema of JSON.
import { isAscii } from 'node:buffer';
import { HeadReader } from '../../../flow/head-fields.ts';
import { protobufValues } from '../../../flow/protobuf-body.ts';
import { decodeText, isText } from '../../../base/body-text.ts';
import { hasShape, shapeOf, shapeText, type Shape } from '../shape.ts';
import { Redactor } from '../../../secrets/redaction/redactor.ts';
import { withoutSecretExamples } from '../shown.ts';
import { findSecrets, type SecretFinding } from '../../../secrets/findings.ts';
import type { InspectedMessage } from '../../../secrets/message.ts';

export interface ScanRequest {
  readonly targets: 'secrets' | 'schema' | 'both';
  /** Messages with the same shape in one batch share it if they are of one endpoint, so that its examples are its own. */
  readonly endpoint: string;
  /** Headers arrive as the head that they stand in, which is cheaper to pass on than a list. */
  readonly message: Omit<InspectedMessage, 'body' | 'headers'> & { readonly head: string };
  /** Decoded, without content coding. */
  readonly body: Uint8Array;
  /** True when `body` is only the start of it. */
  readonly isCut: boolean;
}

export interface ScanResult {
  readonly secrets: readonly SecretFinding[];
  /** Null when the body is not JSON. */
  readonly schema: Shape | null;
}

/** Lives as long as the worker, which ends soon after the last report. */
const heads = new HeadReader();

export function scanMessage(
  { targets: wants, endpoint, message: { head, ...message }, body: bytes, isCut }: ScanRequest,
  shapes: SharedShapes,
): ScanResult {
  const headers = heads.fields(head);
  const type = headers.find(({ key }) => key === 'content-type')?.value;
  const body =
    asciiText(bytes, type) ??
    (isText(type, bytes) ? decodeText(bytes, type, isCut).text : Buffer.from(bytes).toString('latin1'));
  const inspected = { ...message, headers, ...(protobufText(bytes, type) ?? { body }) };
  return {
    secrets: wants === 'schema' ? NO_SECRETS : findSecrets(inspected),
    schema: wants === 'secrets' ? null : schemaOf(inspected, endpoint, shapes),
  };
}

/** Returns a body of protobuf as characters, with its values; null for another one. */
function protobufText(bytes: Uint8Array, type = ''): Pick<InspectedMessage, 'body' | 'values'> | null {
  const values = protobufValues(bytes, type);
  return values === null ? null : { body: Buffer.from(bytes).toString('latin1'), values };
}

const NO_SECRETS: readonly SecretFinding[] = [];

/** Charsets whose first half is ASCII; that of UTF-16 is not. */
const OF_ASCII = /^(?!.*charset)|charset\s*=\s*"?(?:utf-?8|us-ascii|iso-8859-1)\b/i;

/** Returns the text of ASCII, which is the same in most charsets, and for bytes that are no text; null for other bytes. */
function asciiText(bytes: Uint8Array, type = ''): string | null {
  if (!isAscii(bytes) || !OF_ASCII.test(type)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // Escape sequences switch to other character sets (ISO 2022).
  return text.includes('\x1b') ? null : text;
}

/** Shapes of an endpoint that are tried before one is made. */
const MAX_TRIED = 3;

/** The distinct shapes of a batch. Each is sent back once. */
export class SharedShapes {
  readonly #shapes = new Map<string, Shape>();
  /** The first ones by endpoint. */
  readonly #tried = new Map<string, Shape[]>();

  /** Returns the shape of a value: the first one of the endpoint that is equal but for examples and order. `show` is applied to a new one. */
  of(value: unknown, endpoint: string, show: (shape: Shape) => Shape): Shape {
    const tried = this.#tried.get(endpoint) ?? [];
    const known = tried.find((each) => hasShape(value, each));
    if (known !== undefined) return known;
    const shape = show(shapeOf(value));
    const key = `${endpoint} ${shapeText(shape)}`;
    const first = this.#shapes.get(key) ?? shape;
    this.#shapes.set(key, first);
    if (first === shape && tried.length < MAX_TRIED) this.#tried.set(endpoint, [...tried, shape]);
    return first;
  }
}

function schemaOf(message: InspectedMessage, endpoint: string, shapes: SharedShapes): Shape | null {
  if (!/^\s*[[{]/.test(message.body)) return null;
  try {
    return shapes.of(JSON.parse(message.body), endpoint, (shape) => shownShape(shape, message));
  } catch {
    return null;
  }
}

/** Returns the shape with examples that hold no secret of the message. */
function shownShape(shape: Shape, message: InspectedMessage): Shape {
  const redactor = new Redactor();
  redactor.learn(message);
  return withoutSecretExamples(shape, redactor);
}
