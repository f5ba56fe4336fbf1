// URLs for display, with secrets redacted.
import { Redactor } from '../../secrets/redaction/redactor.ts';

/** The maximum length in characters. */
const MAX_SHOWN = 500;

export function shownUrl(url: string): string {
  return new Redactor().url(url.slice(0, 4 * MAX_SHOWN)).slice(0, MAX_SHOWN);
}
