// Reads bodies in a worker, so that the page stays responsive however large they are.
import { findView, viewsOf, type View, type ViewContext } from '../../../../src/flow/views/index.ts';

export interface ViewRequest {
  readonly key: number;
  readonly bytes: Uint8Array;
  readonly context: Omit<ViewContext, 'protos' | 'inflate'>;
  /** Null for the most specific view. */
  readonly viewId: string | null;
  /** True to parse a body that is JSON as a whole. */
  readonly wantsValue: boolean;
}

export interface ViewAnswer {
  readonly key: number;
  /** The views that can show the body, the most specific first. */
  readonly views: readonly { readonly id: string; readonly title: string }[];
  readonly viewId: string | null;
  readonly view: View | null;
  /** Present for JSON that was parsed. */
  readonly json?: { readonly value: unknown };
}

/** Longer texts are not parsed, because their values take many times as much memory. */
const MAX_PARSED = 8 * 1024 * 1024;

addEventListener('message', ({ data }: MessageEvent<ViewRequest>) => {
  const { key, bytes, context, viewId, wantsValue } = data;
  const found = viewsOf(bytes, context);
  const chosen = (viewId === null ? undefined : findView(viewId)) ?? found[0];
  const json = wantsValue && context.complete && found.some(({ id }) => id === 'json') ? parsed(bytes) : null;
  const answer: ViewAnswer = {
    key,
    views: found.map(({ id, title }) => ({ id, title })),
    viewId: chosen?.id ?? null,
    view: chosen?.view(bytes, context) ?? null,
    ...(json !== null && { json }),
  };
  postMessage(answer);
});

function parsed(bytes: Uint8Array): { readonly value: unknown } | null {
  if (bytes.length > MAX_PARSED) return null;
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return null;
  }
}
