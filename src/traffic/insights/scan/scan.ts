// Scans a message character by character, on the scan worker: finds secrets, and infers the schema of JSON.
import { HeadReader } from '../../../flow/head-fields.ts';
import { decodeText, isText } from '../../../flow/text.ts';
import { shapeOf, shapeText, type Shape } from '../shape.ts';
import { findSecrets, type InspectedMessage, type SecretFinding } from '../../../secrets/message.ts';

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
  const body = isText(type, bytes)
    ? decodeText(bytes, type, isCut).text
    : Buffer.from(bytes).toString('latin1');
  const schema = wants === 'secrets' ? null : schemaOf(body);
  return {
    secrets: wants === 'schema' ? [] : findSecrets({ ...message, headers, body }),
    schema: schema === null ? null : shapes.share(endpoint, schema),
  };
}

/** Shapes of a batch, of which each is sent back once. */
export class SharedShapes {
  readonly #shapes = new Map<string, Shape>();

  /** Returns the first shape of the endpoint that is equal but for examples. */
  share(endpoint: string, shape: Shape): Shape {
    const key = `${endpoint} ${shapeText(shape)}`;
    const first = this.#shapes.get(key) ?? shape;
    this.#shapes.set(key, first);
    return first;
  }
}

function schemaOf(text: string): Shape | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return shapeOf(JSON.parse(text));
  } catch {
    return null;
  }
}
