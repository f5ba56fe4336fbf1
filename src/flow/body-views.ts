// Shows the decoded body of a captured message in a view.
import { gunzipSync, inflateSync } from 'node:zlib';
import { decodeBody } from './decode.ts';
import { firstEventTimes } from './detail.ts';
import type { Flow } from './flow.ts';
import type { ProtoCatalogue } from './proto-catalogue.ts';
import { findView, viewsOf, type View, type ViewContext } from './views/index.ts';

/** Maximum decoded bytes that a view examines. */
const MAX_VIEWED_BYTES = 16 * 1024 * 1024;

/**
 * Returns the body in the view `viewId`, by default in the most specific one. Null when there is no such
 * message or view, or no view can show it.
 */
export async function bodyView(
  flow: Flow,
  side: 'request' | 'response',
  viewId: string | null,
  protos: ProtoCatalogue,
): Promise<View | null> {
  const message = flow[side];
  if (message === null) return null;
  const { bytes, size, exact, error } = await decodeBody(message, MAX_VIEWED_BYTES);
  const context: ViewContext = {
    contentType: message.header('content-type') ?? '',
    side,
    url: flow.url,
    headers: message.headers,
    complete: flow.finished && exact && size === bytes.length && error === null,
    size: exact ? size : null,
    chunkTimes: firstEventTimes(flow),
    protos: await protos.schemaFor(flow.target),
    inflate,
  };
  const chosen = viewId === null ? viewsOf(bytes, context)[0] : findView(viewId);
  return chosen?.view(bytes, context) ?? null;
}

function inflate(coding: 'gzip' | 'deflate', bytes: Uint8Array, max: number): Uint8Array | null {
  try {
    return (coding === 'gzip' ? gunzipSync : inflateSync)(bytes, { maxOutputLength: max });
  } catch {
    return null;
  }
}
