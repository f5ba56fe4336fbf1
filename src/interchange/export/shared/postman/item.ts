// Converts a saved request to a Postman item, and its examples to saved responses.
import type { PostmanItem, PostmanRequest, PostmanResponse } from '../../../../documents/postman.ts';
import { mediaType } from '../../../../base/body-text.ts';
import { sendsBody } from '../../../import/shared/postman/settings.ts';
import { rawLanguage } from '../../../../collections/model/raw-language.ts';
import type { Example, ExampleRequest } from '../../../../collections/model/example.ts';
import { effectiveSettings, type SavedRequest } from '../../../../collections/model/request.ts';
import { postmanAuth } from './auth.ts';
import { postmanBody } from './body.ts';
import { postmanEvents, postmanPair, descriptionField } from './fields.ts';
import { postmanUrl } from './url.ts';

export function isPostmanRequest({ type }: SavedRequest): boolean {
  return type === 'http' || type === 'graphql';
}

/** Converts a request. Adds to `warnings` what the format cannot express. */
export function postmanItem(request: SavedRequest, warnings: string[]): PostmanItem {
  const behavior = behaviorOf(request);
  return {
    id: request.id,
    name: request.name,
    ...postmanEvents(request.scripts),
    ...(Object.keys(behavior).length > 0 && { protocolProfileBehavior: behavior }),
    request: { ...postmanRequest(request), ...postmanAuth(request.auth), ...descriptionField(request.docs) },
    response: request.examples.map((example) => postmanResponse(example, request, warnings)),
  };
}

function postmanRequest(request: ExampleRequest): PostmanRequest {
  return {
    method: request.method,
    header: request.headers.map(postmanPair),
    ...postmanBody(request.body),
    url: postmanUrl(request),
  };
}

function behaviorOf({
  method,
  body,
  settings: own,
}: SavedRequest): Readonly<Record<string, boolean | number | string>> {
  const settings = effectiveSettings(own);
  return {
    ...(!settings.followRedirects && { followRedirects: false }),
    ...(settings.maxRedirects !== 10 && { maxRedirects: settings.maxRedirects }),
    ...(settings.keepMethod && { followOriginalHttpMethod: true }),
    ...(settings.keepAuthorization && { followAuthorizationHeader: true }),
    ...(!settings.verifyTls && { strictSSL: false }),
    ...(!settings.sendCookies && { disableCookies: true }),
    ...(!settings.encodeUrl && { disableUrlEncoding: true }),
    ...(settings.httpVersion !== 'auto' && {
      protocolVersion: settings.httpVersion === '2' ? 'http2' : 'http1',
    }),
    ...(body.type !== 'none' &&
      settings.bodyWithGet &&
      !sendsBody(method, {}) && { disableBodyPruning: true }),
  };
}

function postmanResponse(example: Example, request: SavedRequest, warnings: string[]): PostmanResponse {
  if (example.base64)
    warnings.push(
      `the example "${example.name}" of "${request.name}" has a body that is not text: it was left out`,
    );
  const type = example.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return {
    id: example.id,
    name: example.name,
    originalRequest: postmanRequest(example.request ?? request),
    status: example.reason,
    code: example.status,
    _postman_previewlanguage: rawLanguage(mediaType(type)),
    header: example.headers.map(postmanPair),
    cookie: [],
    body: example.base64 ? '' : example.body,
  };
}
