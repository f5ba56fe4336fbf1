// Opens the JSON of a body in a worker, and asks it for what the tree shows.
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../api/client.ts';
import { workerClient } from '../worker-client.ts';
import type { JsonAnswers, JsonRequest, OpenedJson, OpenJson } from './json-worker.ts';

const ask = workerClient<JsonRequest>(
  () => new Worker(new URL('./json-worker.ts', import.meta.url), { type: 'module' }),
);

/** Asks the worker; rejects with its error. */
export function askJson<T extends JsonRequest['type']>(
  request: Extract<JsonRequest, { readonly type: T }>,
): Promise<JsonAnswers[T]> {
  return ask(request) as Promise<JsonAnswers[T]>;
}

export type JsonState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'open'; readonly document: number; readonly opened: OpenedJson };

let lastDocument = 0;

/**
 * Opens a body, and again when there is more of it; what was open stays open. `wanted` keeps its identity as long as it
 * names the same bytes.
 */
export function useJson(wanted: Omit<OpenJson, 'type' | 'replaces'>): JsonState {
  const [state, setState] = useState<JsonState>({ type: 'loading' });
  /** The document that is shown. */
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const document = ++lastDocument;
    const replaces = shown.current;
    let isCurrent = true;
    askJson({ type: 'open', document, replaces, ...wanted }).then(
      (opened) => {
        if (!isCurrent) return;
        if (replaces !== null) close(replaces);
        shown.current = document;
        setState({ type: 'open', document, opened });
      },
      (error: unknown) => {
        if (isCurrent) setState({ type: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      isCurrent = false;
      if (shown.current !== document) close(document);
    };
  }, [wanted]);
  useEffect(
    () => () => {
      if (shown.current !== null) close(shown.current);
      shown.current = null;
    },
    [],
  );
  return state;
}

/** Gives the memory back. */
function close(document: number): void {
  void askJson({ type: 'close', document }).catch(() => undefined);
}
