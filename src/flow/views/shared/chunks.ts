// The JSON values of a captured body, whole or streamed.
import { bodyText, startText, type ViewContext } from '../contract.ts';
import type { Fields } from '../../../base/json-fields.ts';
import { awsEvents, isAwsEvents } from '../../../codec/ai/aws-events.ts';
import { closedJson } from '../../../codec/cut-json.ts';
import { chunksOf, type JsonChunks } from '../../../codec/json-chunks.ts';

export interface Chunks extends JsonChunks {
  readonly notes: readonly string[];
}

/** Returns the chunks of a body; null when it is no JSON. */
export function readChunks(bytes: Uint8Array, context: ViewContext): Chunks | null {
  if (isAwsEvents(context.contentType)) return { values: awsEvents(bytes), isStream: true, notes: [] };
  const { text, isCut, cutNotes } = bodyText(bytes, context);
  const found = isCut ? cutChunks(text) : chunksOf(text, false);
  return found === null ? null : { ...found, notes: cutNotes(text.length) };
}

/** Returns the chunks of a body that was cut, the last of which may be the beginning of one. */
function cutChunks(text: string): JsonChunks | null {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  const data = /^data: ?/.exec(line)?.[0];
  if (data !== undefined)
    return chunksOf(`${text.slice(0, -line.length)}data: ${closedJson(line.slice(data.length))}`, true);
  return chunksOf(text, true) ?? chunksOf(closedJson(text), true);
}

/** Returns the first chunk, read from the beginning of the body where it is streamed; null when it is no JSON. */
export function firstChunk(bytes: Uint8Array, context: ViewContext): Fields | null {
  if (isAwsEvents(context.contentType)) return awsEvents(bytes)[0] ?? null;
  const start = startText(bytes, context);
  if (!/^(?:[{[]|event:|data:|id:|:)/.test(start)) return null;
  if (!start.startsWith('{') || /\n\s*\{/.test(start)) {
    const [first] = chunksOf(start, true)?.values ?? [];
    if (first !== undefined) return first;
  }
  return readChunks(bytes, context)?.values[0] ?? null;
}
