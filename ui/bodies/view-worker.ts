// Reads bodies in a worker, so that the page stays responsive however large they are.
import { findView, viewsOf, type View, type ViewContext } from '../../src/flow/views/index.ts';
import { startText } from '../../src/flow/views/contract.ts';
import { positionIn, type Place } from './place.ts';

export interface ViewRequest {
  readonly bytes: Uint8Array;
  readonly context: Omit<ViewContext, 'protos' | 'inflate'>;
  /** Null for the most specific view. */
  readonly viewId: string | null;
  /** The place in the view before. */
  readonly from: Place | null;
}

export interface ViewAnswer {
  /** The views that can show the body, the most specific first; `tree` and `table` are drawn by the page itself. */
  readonly views: readonly { readonly id: string; readonly title: string }[];
  readonly viewId: string | null;
  /** Null for the tree, and when no view can show the body. */
  readonly view: View | null;
  /** The same place in this view. */
  readonly position: number | null;
}

const TREE = { id: 'tree', title: 'Tree' };
const TABLE = { id: 'table', title: 'Table' };
/** A list of objects. */
const TABLE_START = /\[\s*\{/;
/** Bytes in which it is looked for. */
const TABLE_BYTES = 64 * 1024;
/** The beginning of JSON, also behind a guard and in a call. Bodies that are declared as JSON may be pages of errors. */
const JSON_START =
  /^(?:[[{"\-\d]|true\b|false\b|null\b|\)\]\}'|for\s*\(|while\s*\(|throw\s+\d|(?:\/\*\*\/\s*)?[\w$.]+\s*\()/;

addEventListener('message', ({ data }: MessageEvent<ViewRequest & { readonly key: number }>) => {
  postMessage({ key: data.key, result: answer(data) });
});

function answer({ bytes, context, viewId, from }: ViewRequest): ViewAnswer {
  const found = viewsOf(bytes, context);
  const json = found.findIndex(({ id }) => id === 'json');
  const views = found.map(({ id, title }) => ({ id, title }));
  if (json >= 0) views.splice(json, 0, TREE, ...(hasTable(bytes) ? [TABLE] : []));
  const isBroken = views[0] === TREE && !JSON_START.test(startText(bytes, context));
  // The view that was chosen for another body may not be able to show this one.
  const known = views.some(({ id }) => id === viewId) ? viewId : null;
  const chosen = known ?? (isBroken ? 'json' : (views[0]?.id ?? null));
  return {
    views,
    viewId: chosen,
    view: chosen === null ? null : (findView(chosen)?.view(bytes, context) ?? null),
    position: from === null || chosen === null ? null : positionIn(chosen, from, bytes, context),
  };
}

/** Returns true for JSON that begins with a list of objects, or has one near its beginning. */
function hasTable(bytes: Uint8Array): boolean {
  return TABLE_START.test(new TextDecoder().decode(bytes.subarray(0, TABLE_BYTES)));
}
