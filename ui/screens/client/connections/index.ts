// The connections of the tabs of this window. They stay open while their tab is hidden, and end with it.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { ownTab, tabs } from '../model/tabs.ts';
import {
  cancelSend,
  closeSend,
  connectedTabs,
  sendOf,
  sendRequest,
  type RequestFields,
  type Where,
} from '../sends/index.ts';
import { isOpen } from './state.ts';

export type Outgoing = Omit<ParamsOf<'client.connection_send'>, 'channel'>;

/** Opens a connection as it is on the screen. It takes the place of the one that the tab has. */
export function connect(tab: string, request: RequestFields, where: Where): void {
  ownTab(tab);
  void sendRequest(tab, request, where, { staysOpen: true });
}

/** Closes a connection in order; one that is not open yet is given up. */
export function disconnect(tab: string): void {
  const channel = openChannel(tab);
  if (channel === null) cancelSend(tab);
  else void attempt('The connection cannot be closed', () => rpc('client.close', { channel }));
}

/** Sends over the connection of a tab. Resolves with true when it is sent; says why where it is not. */
export function sendMessage(tab: string, message: Outgoing): Promise<boolean> {
  return act(tab, 'The message is not sent', (channel) =>
    rpc('client.connection_send', { channel, ...message }),
  );
}

export function subscribe(tab: string, name: string, qos: 0 | 1 | 2): Promise<boolean> {
  return act(tab, `Not subscribed to ${name}`, (channel) => rpc('client.subscribe', { channel, name, qos }));
}

export function unsubscribe(tab: string, name: string): Promise<boolean> {
  return act(tab, `Still subscribed to ${name}`, (channel) => rpc('client.unsubscribe', { channel, name }));
}

/** Says that no more is sent; the server may go on. */
export function endSending(tab: string): void {
  void act(tab, 'The stream is not ended', (channel) => rpc('client.half_close', { channel }));
}

function openChannel(tab: string): string | null {
  const state = sendOf(tab);
  return isOpen(state) && state.type === 'going' ? state.channel : null;
}

async function act(
  tab: string,
  failure: string,
  call: (channel: string) => Promise<unknown>,
): Promise<boolean> {
  const channel = openChannel(tab);
  if (channel === null) return false;
  let isDone = false;
  await attempt(failure, async () => {
    await call(channel);
    isDone = true;
  });
  return isDone;
}

// A connection ends with its tab, however that is closed.
tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map(({ key }) => key));
  for (const tab of connectedTabs()) if (!open.has(tab)) closeSend(tab);
});
