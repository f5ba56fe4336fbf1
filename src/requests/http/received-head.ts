// The status line and the fields of a response, for scripts, reporters and history.
import { STATUS_CODES } from '../../base/status-codes.ts';
import { fieldList } from '../../codec/http1/field-lines.ts';
import type { ReceivedResponse } from '../response.ts';

/** Parses the lines of a head: the status line and the fields. */
export function readReceivedHead(
  text: string,
  status: number,
): Pick<ReceivedResponse, 'reason' | 'httpVersion' | 'headers'> {
  const [httpVersion = '', , ...reason] = text.slice(0, text.indexOf('\r\n')).split(' ');
  return {
    reason: reason.join(' ') || (STATUS_CODES[status] ?? ''),
    httpVersion,
    headers: fieldList(text),
  };
}
