// Reads a resource for the protocol, with the same precautions as for tool results.
import { isObject } from '../base/is-object.ts';
import { bounded, MAX_RESULT_BYTES } from './result.ts';
import { readerOf } from './resources/index.ts';
import type { ToolContext } from './tools/contract.ts';
import { framed, newBoundary, separated } from './trust/untrusted.ts';

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Reads the resource. Returns null when it does not exist. Rejects with an Error for the assistant. */
export async function readResource(uri: string, context: ToolContext): Promise<ResourceContents | null> {
  const read = readerOf(uri);
  if (read === null) return null;
  const { mimeType, value: found, isCaptured } = await read(context);
  const hidden = context.masks.hide(found);
  const boundary = newBoundary();
  if (typeof hidden === 'string') {
    const text = isCaptured ? String(framed(hidden.slice(0, MAX_RESULT_BYTES), boundary)) : hidden;
    return { uri, mimeType, text };
  }
  const own = isObject(hidden) ? hidden : { items: hidden };
  const { value, leftOut } = bounded(isCaptured ? separated(own, boundary) : own);
  return {
    uri,
    mimeType,
    text: JSON.stringify(leftOut.length === 0 ? value : { ...value, leftOut }),
  };
}
