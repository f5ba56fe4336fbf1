// Opens the JSON of a body in a worker, and asks it for what the tree shows.
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { workerClient } from '../worker-client.ts';
import type { JsonAnswers, JsonRequest, OpenedJson, OpenJson } from './json-messages.ts';

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

export type JsonBodySource = Omit<OpenJson, 'type' | 'replaces'>;

let lastDocument = 0;

/** Returns a number for another document. */
export function nextDocument(): number {
  return ++lastDocument;
}

/**
 * Opens a body once it `isWanted`, and again when there is more of it; what was open stays open. It is kept while another
 * view is shown. `body` keeps its identity as long as it names the same bytes; null before they are known.
 */
export function useJson(body: JsonBodySource | null, isWanted: boolean): JsonState {
  const [state, setState] = useState<JsonState>({ type: 'loading' });
  /** The document that is shown, and its body. */
  const shown = useRef<{ readonly document: number; readonly body: JsonBodySource } | null>(null);
  useEffect(() => {
    if (body === null || !isWanted || shown.current?.body === body) return undefined;
    const document = nextDocument();
    let isCurrent = true;
    askJson({ type: 'open', document, replaces: shown.current?.document ?? null, ...body }).then(
      (opened) => {
        if (!isCurrent) return;
        if (shown.current !== null) closeDocument(shown.current.document);
        shown.current = { document, body };
        setState({ type: 'open', document, opened });
      },
      (error: unknown) => {
        if (isCurrent) setState({ type: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      isCurrent = false;
      if (shown.current?.document !== document) closeDocument(document);
    };
  }, [body, isWanted]);
  useEffect(
    () => () => {
      if (shown.current !== null) closeDocument(shown.current.document);
      shown.current = null;
    },
    [],
  );
  return state;
}

/** Gives the memory back. */
export function closeDocument(document: number): void {
  void askJson({ type: 'close', document }).catch(() => undefined);
}
