// The response that the pane shows, as an example has it.
import { readBody } from '../../../bodies/body-source.ts';
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
  const response = send?.end.response ?? null;
  return send === null || response === null ? null : { send, response };
}

/** Reads the beginning of the body as text. */
export async function responseText({ send: { channel, stored }, response }: ShownResponse): Promise<string> {
  if (response.body.size === 0) return '';
  const address =
    stored === undefined
      ? ({ type: 'channel', channel: channel! } as const)
      : ({ type: 'stored', ...stored } as const);
  const { bytes } = await readBody(address, { length: Math.min(response.body.size, MAX_EXAMPLE_BYTES) });
  return new TextDecoder().decode(bytes);
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

export function exampleHeaders({ headers }: SentResponse): readonly Field[] {
  return headers
    .filter(({ name }) => !LEFT_OUT.has(name.toLowerCase()))
    .map(({ name, value }) => ({ name, value }));
}
