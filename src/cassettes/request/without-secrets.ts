// Removes the secrets of a request, as they are removed from recorded ones.
import { Redactor } from '../../secrets/redaction/redactor.ts';
import type { GivenRequest } from './canonical.ts';

/** Returns the request with `[redacted]` for each secret in its URL, headers and text. */
export function withoutSecrets(given: GivenRequest): GivenRequest {
  const { target, path, headers, body } = given;
  const text = body.toString();
  const isText = Buffer.from(text).equals(body);
  const inspected = {
    host: target.host,
    path,
    headers: headers.map(([name, value]) => ({ name, value })),
    body: isText ? text : '',
    transport: 'encrypted' as const,
  };
  const redacted = new Redactor().redact(inspected);
  return {
    ...given,
    path: redacted.path,
    headers: redacted.headers.map(({ name, value }) => [name, value] as const),
    body: isText ? Buffer.from(redacted.body) : body,
  };
}
