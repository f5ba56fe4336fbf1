// Calls of a mock server as its channel shows them.
import type { MockCall, PassedBody, UnmatchedRequest } from '../../services/mock/server.ts';
import { MASK } from '../settings/secrets.ts';
import type { SecretMask } from './secret-mask.ts';

/** Headers whose values are credentials. */
const CREDENTIALS = /^(?:authorization|proxy-authorization|cookie)$/i;

/** Bytes of a body of the server behind that an event has. */
const MAX_SHOWN = 64 * 1024;
/** Bytes of an event without its texts, about. */
const EVENT_BYTES = 200;

/** Returns the bytes that the event of a call takes, about. */
export function sizeOfCall({ path, unmatched, passed }: MockCall): number {
  const shown = passed === null || passed.body.length > MAX_SHOWN ? 0 : passed.body.length;
  if (unmatched === null) return EVENT_BYTES + path.length + shown;
  const { headers, body } = unmatched;
  const fields = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return EVENT_BYTES + 2 * path.length + fields + body.length;
}

/** Returns a call; one that no example fits with the request, of which an example can be made. */
export function shownCall(call: MockCall, mask: SecretMask): Readonly<Record<string, unknown>> {
  const { method, path, status, exampleName, exampleId, source, unmatched, differences, invalid, passed } =
    call;
  return {
    method,
    path: mask.text(path),
    status,
    exampleName,
    exampleId,
    source,
    ...(invalid.length > 0 && { invalid: invalid.map((each) => mask.text(each)) }),
    ...(passed !== null && passed.body.length <= MAX_SHOWN && { passed: shownResponse(passed, mask) }),
    ...(differences.length > 0 && { differences: differences.map((each) => mask.text(each)) }),
    ...(unmatched !== null && { unmatched: shownRequest(unmatched, mask) }),
  };
}

function shownResponse({ status, headers, body }: PassedBody, mask: SecretMask): object {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return { status, type, body: textStart(body, 0, mask) };
}

function shownRequest(
  { path, query, headers, body, omittedBytes }: UnmatchedRequest,
  mask: SecretMask,
): object {
  return {
    path: mask.text(path),
    query: query.map(([name, value]) => ({ name, value: mask.text(value) })),
    headers: headers.map(([name, value]) => ({
      name,
      value: CREDENTIALS.test(name) ? MASK : mask.header(value),
    })),
    body: textStart(body, omittedBytes, mask),
    omitted: omittedBytes,
  };
}

/** Returns the text of a body, as base64 when it is none. A character that the end has cut is left out. */
function textStart(body: Buffer, omittedBytes: number, mask: SecretMask): object {
  const text = omittedBytes === 0 ? body.toString() : body.toString().replace(/\ufffd$/, '');
  return !text.includes('\ufffd') ? { text: mask.text(text) } : { base64: body.toString('base64') };
}
