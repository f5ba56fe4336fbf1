// URLs for people to read: what is secret in them is not shown.
import { redactSecrets } from '../../secrets/message.ts';
import { utf8 } from './flow-facts.ts';

/** Characters. */
const MAX_SHOWN = 500;

export function shownUrl(url: string): string {
  const text = utf8(url.slice(0, 4 * MAX_SHOWN));
  return redactSecrets({ path: text, headers: [], body: '', isPlain: false }).path.slice(0, MAX_SHOWN);
}
