// Converts curl commands. Each becomes a request, which is named after the end of its path.
import { fileBody, fileFields } from './body-files.ts';
import { readCurl, type CurlRequest } from '../../../documents/curl/index.ts';
import { auth as authModel, INHERIT, type Auth } from '../../../collections/model/auth.ts';
import { NO_BODY, type Body, type FormField } from '../../../collections/model/body.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import type { ImportContext } from './import-context.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';

/** Returns the requests that the commands of a text would send. */
export function curlRequests(text: string, context: ImportContext): readonly SavedRequest[] {
  const found = readCurl(text.toWellFormed(), (sentence) => {
    context.warn(sentence);
  });
  return found.map((request) => requestOf(request, context));
}

function requestOf(curlRequest: CurlRequest, parent: ImportContext): SavedRequest {
  parent.countRequest();
  const { url, query } = splitUrl(curlRequest.url);
  const name = parent.name(nameOf(url), 'New Request');
  const context = parent.inside(name);
  context.countFields(query.length + curlRequest.headers.length);
  const isWebSocket = /^wss?:/i.test(url);
  return newRequest({
    id: context.id(null),
    name,
    type: isWebSocket ? 'websocket' : 'http',
    method: curlRequest.method,
    url,
    query: [...query],
    headers: curlRequest.headers.map(([header, value]) => ({ name: header, value })),
    body: bodyOf(curlRequest, context),
    auth: authOf(curlRequest),
    settings: settingsOf(curlRequest, context),
    ...(isWebSocket && { websocket: {} }),
  });
}

/** The maximum number of redirects that a request can have. */
const MAX_REDIRECTS = 100;

function settingsOf(
  { redirects: { max, keepMethod } }: CurlRequest,
  context: ImportContext,
): Partial<SavedRequest['settings']> {
  if (max !== null && max > MAX_REDIRECTS) context.warn(`--max-redirs ${max} became ${MAX_REDIRECTS}`);
  return { keepMethod, ...(max !== null && { maxRedirects: Math.min(max, MAX_REDIRECTS) }) };
}

/** Returns the last segment of the path, or else the host. */
function nameOf(url: string): string {
  const [host = '', ...path] = url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').split('/');
  return path.findLast((segment) => segment !== '') ?? host.replace(/^.*@/, '');
}

function bodyOf({ body, headers }: CurlRequest, context: ImportContext): Body {
  switch (body.type) {
    case 'none':
      return NO_BODY;
    case 'text':
      return { type: 'raw', language: isJson(body.text, headers) ? 'json' : 'text', text: body.text };
    case 'file':
      return fileBody(body.path, context);
    case 'form':
      context.countFields(body.parts.length);
      return {
        type: 'multipart',
        fields: body.parts.map((part): FormField => {
          const files = part.files === null ? { files: null } : fileFields(part.files, context);
          return { ...part, ...files, enabled: true, docs: '' };
        }),
      };
  }
}

/** True for JSON, even when variables prevent parsing a body that is declared as JSON. */
function isJson(text: string, headers: CurlRequest['headers']): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/[/+]json\b/i.test(type)) return true;
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function authOf({ login }: CurlRequest): Auth {
  return login === null ? INHERIT : authModel.parse(login);
}
