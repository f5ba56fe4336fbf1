// URLs as they are shown to people, with secrets redacted.
import { Redactor } from '../../secrets/redactor.ts';
import { utf8 } from '../utf8.ts';

/** The maximum length in characters. */
const MAX_SHOWN = 500;

export function shownUrl(url: string): string {
  const text = utf8(url.slice(0, 4 * MAX_SHOWN));
  return new Redactor().url(text).slice(0, MAX_SHOWN);
}
