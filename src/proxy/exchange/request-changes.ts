// Records what tools changed in a request: the flow then shows both the received and the sent one.
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import type { EditableRequest } from './editable-request.ts';

/** Called before the request is sent or answered, at most once. */
export function recordChanges(flow: Flow, request: EditableRequest, captures: CaptureBudget): void {
  const received = flow.request;
  if (received === null || flow.originalRequest !== null || !request.isChanged) return;
  const { method, path, fields, http1Head } = request.outgoing();
  const head = http1Head ?? { startLine: `${method} ${path} HTTP/2`, fields };
  flow.originalRequest = received;
  flow.sentTo = request.isRedirected ? request.target : null;
  const { replacement } = request;
  const sent = new Message(head, captures, replacement === null ? received : null);
  if (replacement !== null && replacement.length > 0) sent.body.add(replacement);
  sent.complete = received.complete || replacement !== null;
  flow.request = sent;
}
