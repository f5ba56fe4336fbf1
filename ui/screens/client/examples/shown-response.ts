// The response that the pane shows, as an example has it.
import { useMemo } from 'react';
import { readBody, type BodyAddress } from '../../../bodies/body-source.ts';
import { useSend } from '../sends/index.ts';
import type { Field, SentResponse } from '../sends/events.ts';
import type { Ended } from '../sends/state.ts';
import { useStored } from '../stored/index.ts';

export interface ShownResponse {
  readonly send: Ended;
  readonly response: SentResponse;
}

/** Bytes of a body that an example has. */
export const MAX_EXAMPLE_BYTES = 64 * 1024;

/** Returns the response that the pane of a tab shows; null while there is none. */
export function useShownResponse(tab: string): ShownResponse | null {
  const own = useSend(tab);
  const { shown } = useStored(tab);
  const send = shown ?? (own.type === 'ended' ? own : null);
  return useMemo(() => shownResponse(send), [send]);
}

export function shownResponse(send: Ended | null): ShownResponse | null {
  const response = send?.end.response ?? null;
  return send === null || response === null ? null : { send, response };
}

/** Reads the beginning of the body as text. */
export async function responseText(
  { send, response }: ShownResponse,
  max = MAX_EXAMPLE_BYTES,
): Promise<string> {
  if (response.body.size === 0) return '';
  const { bytes } = await readBody(bodyAddress(send), { length: Math.min(response.body.size, max) });
  return new TextDecoder().decode(bytes);
}

/** Returns where the app has the body of a response. */
export function bodyAddress({ channel, stored, captured }: Ended): BodyAddress {
  if (captured !== undefined) return { type: 'bytes', bytes: captured };
  return stored === undefined ? { type: 'channel', channel: channel! } : { type: 'stored', ...stored };
}

/** Headers that belong to the connection, to the body as it was sent, or to one user. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);

/** Returns the headers that say something about the response itself. */
export function exampleHeaders({ headers }: SentResponse): readonly Field[] {
  return headers
    .filter(({ name }) => !LEFT_OUT.has(name.toLowerCase()))
    .map(({ name, value }) => ({ name, value }));
}
