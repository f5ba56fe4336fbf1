// Facts of a connection, from the events of its channel.
import type { ConnectionSkill } from '../sends/events.ts';
import type { SendState } from '../sends/state.ts';

/** Returns true for a connection that is open. */
export function isOpen(state: SendState): boolean {
  return state.type === 'going' && state.notices.some(({ type }) => type === 'open');
}

/** Returns true while a connection is open and can do something. */
export function can(state: SendState, skill: ConnectionSkill): boolean {
  if (state.type !== 'going') return false;
  const { notices } = state;
  if (skill !== 'subscribe' && notices.some(({ type }) => type === 'halfClosed')) return false;
  return notices.some((notice) => notice.type === 'open' && notice.can.includes(skill));
}

/** Returns what an open connection is subscribed to. */
export function subscriptionsOf(state: SendState): readonly string[] {
  if (state.type !== 'going') return [];
  const names = new Set<string>();
  for (const notice of state.notices)
    if (notice.type === 'open') for (const name of notice.subscriptions ?? []) names.add(name);
    else if (notice.type === 'subscribed') names.add(notice.name);
    else if (notice.type === 'unsubscribed') names.delete(notice.name);
  return [...names];
}
