// URLs as they are shown to people, with secrets redacted.
import { redactSecrets } from '../../secrets/message.ts';
import { utf8 } from '../utf8.ts';

/** The maximum length in characters. */
const MAX_SHOWN = 500;

export function shownUrl(url: string): string {
  const text = utf8(url.slice(0, 4 * MAX_SHOWN));
  return redactSecrets({ path: text, headers: [], body: '', isPlain: false }).path.slice(0, MAX_SHOWN);
}
