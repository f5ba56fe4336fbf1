// Imports curl commands. Each becomes a request, which is named after the end of its path.
import { fileBody, fileFields } from './shared/body-files.ts';
import { isCurl, readCurl, type CurlRequest } from '../../documents/curl/index.ts';
import { auth as authModel, INHERIT, type Auth } from '../../collections/model/auth.ts';
import { NO_BODY, type Body, type FormField } from '../../collections/model/body.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { newRequest, type SavedRequest } from '../../collections/model/request.ts';
import { defineImport } from './contract.ts';
import { ImportContext } from './shared/import-context.ts';
import { splitUrl } from '../../collections/model/url-parts.ts';

export const curl = defineImport({
  id: 'curl',
  label: 'cURL command',
  detect: ({ text }) => isCurl(text),
  read: ({ text }) => {
    const context = new ImportContext();
    const curlRequests = readCurl(text.toWellFormed(), (sentence) => {
      context.warn(sentence);
    });
    const requests = curlRequests.map((request) => requestOf(request, context));
    return { ...NOTHING_IMPORTED, requests, warnings: context.warnings };
  },
});

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
