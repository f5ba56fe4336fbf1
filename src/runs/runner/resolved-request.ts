// A request with its variables replaced, as protocols send it.
import { NO_BODY } from '../../collections/model/body.ts';
import { toByteString } from '../../requests/auth/shared/byte-strings.ts';
import type { ProtocolRequest } from '../../requests/protocols/contract.ts';
import type { ScriptRequest } from '../scripts/contract.ts';
import type { Interpolator } from './interpolator.ts';
import { urlParts } from './request-url.ts';
import type { Step } from './steps.ts';

/** Methods without a body, unless the request asks for one. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);

/** Replaces the variables of a request; `request` is that of the step as scripts have left it. */
export function resolvedRequest(
  { request: saved, auth: inherited }: Step,
  request: ScriptRequest,
  interpolator: Interpolator,
): ProtocolRequest<unknown> {
  const { type, settings } = saved;
  const method = interpolator.text(request.method).trim().toUpperCase() || 'GET';
  const hasBody = settings.bodyWithGet || !WITHOUT_BODY.has(method);
  return {
    method,
    url: urlParts(request, interpolator, settings.encodeUrl),
    body: hasBody ? interpolator.body(request.body) : NO_BODY,
    auth: interpolator.auth(request.auth.type === 'inherit' ? inherited : request.auth),
    headers: interpolator
      .pairs(request.headers)
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => ({ name: name.trim(), value: toByteString(value) })),
    fields: interpolator.values(Reflect.get(saved, type)),
    settings,
  };
}
