// Converts a request of an `.http` file, or its curl command.
import type { FileHeader, FileRequest, Region } from '../../../documents/http-file/index.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import { curlRequests } from '../shared/curl-request.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { addressOf } from './address.ts';
import { additionsFor, rewritten } from './additions.ts';
import { authOf } from './auth.ts';
import { bodyOf, fragmentsOf, valueOf } from './body.ts';
import { directiveOf, needsOf } from './file-scope.ts';
import type { Place } from './place.ts';
import { isForeign, protocolRequest, type RequestFields } from './protocols.ts';
import { call, scriptsOf } from './scripts.ts';
import { settingsOf } from './settings.ts';

/** Returns one request, or those of a curl command. */
export function requestsOf(place: Place): readonly SavedRequest[] {
  const { region, file, scope } = place;
  const context = scope.context.inside(`line ${(region.request ?? region).line}`);
  const { request } = region;
  const found = request === null ? curlRequests(region.curl, context) : [plainRequest(request, place, context)];
  return found.map((each, index) => {
    const name = scope.context.name(nameOf(region, each), each.name);
    const id = scope.context.id(stableId('http', file.source.file, name, String(index)));
    const named = { ...each, id, name };
    scope.context.placed(id, { file: file.source.file, line: region.line, needs: needsOf(region) });
    return withScripts(named, place, context);
  });
}

function nameOf(region: Region, { method, url }: SavedRequest): string {
  return directiveOf(region, 'name') || region.title || usualName(method, url);
}

/** Returns the name of a request that has none. */
export function usualName(method: string, url: string): string {
  const path = url.replace(/^(?:[a-z][a-z\d+.-]*:\/\/|\{\{[^{}]*\}\})[^/]*/i, '') || url;
  return `${method} ${path}`.trim();
}

function plainRequest(request: FileRequest, place: Place, context: ImportContext): SavedRequest {
  context.countRequest();
  const { region, file, shared, scope } = place;
  const protocol = protocolRequest({ request, regions: [...shared, region], source: file.source, context });
  const fields = protocol === null ? httpFields(request, place, context) : withAddress(protocol.fields);
  const headers = protocol?.headers ?? fields.rest;
  const { auth, headers: others } = authOf(headers, scope.beside.security, context);
  context.countFields(others.length);
  return newRequest({
    ...fields.fields,
    id: 'new',
    name: '',
    headers: others.map(({ name, value, enabled }) => ({ name, value, enabled })),
    auth,
    variables: [...place.variables],
    docs: docsOf(region),
    settings: settingsOf(region.directives, request.version, context),
  });
}

interface HttpFields {
  readonly fields: RequestFields;
  readonly rest: readonly FileHeader[];
}

function withAddress(fields: RequestFields): HttpFields {
  return { fields, rest: [] };
}

function httpFields(request: FileRequest, place: Place, context: ImportContext): HttpFields {
  const { file, shared, region, scope } = place;
  const hasHost = scope.variables.has('host') || scope.beside.environments.some(({ variables }) => variables.some(({ name }) => name === 'host'));
  const { url, query, headers } = addressOf(request, hasHost);
  const isGraphql =
    request.method === 'GRAPHQL' ||
    valueOf(headers, 'x-request-type').toLowerCase() === 'graphql' ||
    region.directives.some(({ name }) => name === 'graphql');
  const kept = headers.filter(({ name }) => name.toLowerCase() !== 'x-request-type');
  const fragments = fragmentsOf([...shared, region], file.source);
  const { body, headers: rest } = bodyOf({ parts: bodyParts(request, region), headers: kept, isGraphql, fragments }, file.source, context);
  return { fields: { ...methodFields(request, body.type === 'graphql', url), url, query, body }, rest: streaming(request, rest) };
}

/** Files in whose text variables are replaced, as `<@` does for each, are read with `# @injectVariables`. */
function bodyParts({ body }: FileRequest, { directives }: Region): FileRequest['body'] {
  if (!directives.some(({ name }) => name === 'injectvariables')) return body;
  return body.map((part) => (part.type === 'file' ? { ...part, replaces: true } : part));
}

function methodFields({ method }: FileRequest, isGraphql: boolean, url: string): RequestFields {
  if (isGraphql)
    return { type: 'graphql', method: 'POST', ...(/^wss?:/i.test(url) && { graphql: { transport: 'websocket' } }) };
  return { type: 'http', method: /^(?:SSE|EVENTSOURCE|)$/.test(method) ? 'GET' : method };
}

/** Adds the header of an event stream. */
function streaming({ method }: FileRequest, headers: readonly FileHeader[]): readonly FileHeader[] {
  if (!/^(?:SSE|EVENTSOURCE)$/.test(method) || valueOf(headers, 'accept') !== '') return headers;
  return [...headers, { name: 'Accept', value: 'text/event-stream', enabled: true }];
}

function docsOf(region: Region): string {
  const description = directiveOf(region, 'description');
  const title = directiveOf(region, 'title');
  const name = directiveOf(region, 'name');
  const own = region.title !== name && name !== '' ? region.title : '';
  return [own, title, description].filter((line) => line !== '').concat(region.comments).join('\n').trim();
}

function withScripts(request: SavedRequest, place: Place, context: ImportContext): SavedRequest {
  const { region, file, scope } = place;
  const method = region.request?.method ?? '';
  const additions = additionsFor(request, place);
  if (isForeign(method)) context.warn(`${method} is not supported: the request is kept, and skipped in runs`);
  const first = isForeign(method) ? [call('skip')] : [];
  const scripts = scriptsOf(withoutEvery(region), { ...additions, first }, file.source, scope.context);
  warnOfCommands(region, context);
  return { ...rewritten(request, scope), scripts };
}

/** Scripts for every request belong to the file. */
function withoutEvery(region: Region): Region {
  const own = (scripts: Region['before']): Region['before'] => scripts.filter(({ event }) => !event.startsWith('+'));
  return { ...region, before: own(region.before), after: own(region.after) };
}

function warnOfCommands({ commands }: Region, context: ImportContext): void {
  for (const { word, value } of commands)
    if (word.startsWith('>>')) context.warn(`the response is not written to ${JSON.stringify(value)}`);
    else if (word === '<>') context.warn(`the earlier response ${JSON.stringify(value)} is not shown`);
}
