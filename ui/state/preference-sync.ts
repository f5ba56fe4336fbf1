// Exchanges preferences with the app: reads them at the start and after each change of another window, and sends what
// this window has changed.
import { ApiError, messageOf, request, rpc } from '../api/client.ts';
import { Exchange } from './exchange.ts';
import type { SharedPreference } from './shared-preference.ts';
import { sayError } from './toasts.ts';

type Values = Readonly<Record<string, unknown>>;
type Followed = Pick<SharedPreference<unknown>, 'difference' | 'sending' | 'notSent' | 'take' | 'discard'>;

const followed = new Map<string, Followed>();
/** The values that the app has; null before it has answered. */
let saved: Values | null = null;
const exchange = new Exchange(sendOrRead);

/** Keeps the preference in step with the app. */
export function followPreference(name: string, preference: Followed): void {
  followed.set(name, preference);
  if (saved === null) return;
  preference.take(saved[name]);
  if (preference.difference() !== undefined) announceChange();
}

/** Sends what has changed to the app, soon. */
export function announceChange(): void {
  exchange.announce();
}

/** Reads the preferences of the app, after sending what has changed. Never rejects. */
export function exchangePreferences(): Promise<void> {
  return exchange.now();
}

/** Sends what has changed when the page is left. */
export function sendBeforeLeaving(): void {
  addEventListener('pagehide', () => {
    const params = { changes: differences() };
    if (Object.keys(params.changes).length === 0) return;
    const body = JSON.stringify({ method: 'ui.change_preferences', params });
    request('/api/rpc', { method: 'POST', body, keepalive: true }).catch(() => undefined);
  });
}

async function sendOrRead(): Promise<void> {
  const changes = differences();
  const isRead = Object.keys(changes).length === 0;
  if (!isRead) for (const preference of followed.values()) preference.sending();
  try {
    saved = await (isRead ? rpc('ui.preferences', {}) : rpc('ui.change_preferences', { changes }));
    for (const [name, preference] of followed) preference.take(saved[name]);
    if (isRead && Object.keys(differences()).length > 0) announceChange();
  } catch (error) {
    for (const preference of followed.values()) preference.notSent();
    // Without a connection, the differences wait for the next one.
    if (isRead || !(error instanceof ApiError)) return;
    for (const preference of followed.values()) preference.discard();
    sayError(`Your changes of the view cannot be kept: ${messageOf(error)}`);
  }
}

function differences(): Values {
  const all = [...followed].map(([name, preference]) => [name, preference.difference()] as const);
  return Object.fromEntries(all.filter(([, difference]) => difference !== undefined));
}
