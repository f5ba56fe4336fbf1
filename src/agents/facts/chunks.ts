// The JSON of a captured body, decoded.
import type { Fields } from '../../base/json-fields.ts';
import { awsEvents, isAwsEvents } from '../../codec/ai/aws-events.ts';
import { chunksOf } from '../../codec/json-chunks.ts';
import { decodeBody } from '../../flow/decode.ts';
import type { Message } from '../../flow/message.ts';

/** Longer bodies are read as far as this. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface Chunks {
  readonly values: readonly Fields[];
  readonly isStream: boolean;
  /** True for a stream that says that it has ended. */
  readonly hasEnd: boolean;
}

const NONE: Chunks = { values: [], isStream: false, hasEnd: false };
const END = /(?:\[DONE\]|"message_stop")[^\n]*\s*$/;

/** Returns the values; none for a body that is no JSON. Never rejects. */
export async function jsonOf(message: Message | null): Promise<Chunks> {
  if (message === null) return NONE;
  const { bytes } = await decodeBody(message, MAX_BYTES);
  if (isAwsEvents(message.header('content-type') ?? ''))
    return { values: awsEvents(bytes), isStream: true, hasEnd: false };
  const text = bytes.toString();
  const chunks = chunksOf(text, false) ?? chunksOf(text, true);
  return chunks === null ? NONE : { ...chunks, hasEnd: END.test(text.slice(-200)) };
}
