// Streams of events that their clients left while they were open, such as those on which servers of MCP send
// notifications: they have no end, and are whole all the same.
import { PROXY_ERRORS } from '../base/errors.ts';
import { isEventStream } from '../codec/sse.ts';
import type { Flow } from '../flow/flow.ts';

/** The error by which a HAR file says that a stream was open. */
export const LEFT_OPEN = `${PROXY_ERRORS.CLIENT_LEFT.title}: its stream was open`;

export function isOpenStream({ error, state, status, response }: Flow): boolean {
  if (response === null || status !== 200 || response.body.omitted > 0) return false;
  const hasLeft =
    error === null
      ? state === 'completed' && !response.complete
      : error.startsWith(PROXY_ERRORS.CLIENT_LEFT.title);
  return hasLeft && isEventStream(response.header('content-type') ?? '');
}
