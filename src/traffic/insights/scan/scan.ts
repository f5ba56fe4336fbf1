// Scans a message character by character, on the scan worker: finds secrets, and infers the schema of JSON.
import { decodeText, isText } from '../../../flow/text.ts';
import { shapeOf, type Shape } from '../shape.ts';
import { findSecrets, type InspectedMessage, type SecretFinding } from '../../../secrets/message.ts';

export interface ScanRequest {
  readonly targets: 'secrets' | 'schema' | 'both';
  readonly message: Omit<InspectedMessage, 'body'>;
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

export function scanMessage({ targets: wants, message, body: bytes, isCut }: ScanRequest): ScanResult {
  const type = message.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const body = isText(type, bytes)
    ? decodeText(bytes, type, isCut).text
    : Buffer.from(bytes).toString('latin1');
  return {
    secrets: wants === 'schema' ? [] : findSecrets({ ...message, body }),
    schema: wants === 'secrets' ? null : schemaOf(body),
  };
}

function schemaOf(text: string): Shape | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return shapeOf(JSON.parse(text));
  } catch {
    return null;
  }
}
