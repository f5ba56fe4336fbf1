// Converts a task to the input of a script in the sandbox.
import type {
  ScriptInput,
  CookieDefinition,
  ResponseHead,
} from '../../sandbox/collections/guest/script-data.ts';
import type { Message } from '../../requests/response.ts';
import type { ScriptCookie, ScriptResponse, ScriptTask } from './contract.ts';
import { factsOf } from './script-facts.ts';
import { requestDefinition } from './request-definition.ts';

const NO_MODULES = { modules: {}, requires: {} } as const;

export function scriptInput(task: ScriptTask, maxRequests: number): ScriptInput {
  const { phase, info, scopes, environmentName, request, requestDocs, response, cookies, location } = task;
  const { settings, where, own } = task;
  const { dialect, usesSugar } = factsOf(task.script);
  return {
    phase,
    info,
    scopes,
    environmentName,
    dialect,
    usesSugar,
    location,
    maxRequests,
    ...(own ?? NO_MODULES),
    tags: task.tags ?? [],
    request: requestDefinition(request),
    settings,
    requestDocs,
    response: response === null ? null : responseHead(response),
    cookies: cookies.map(cookieDefinition),
    current: currentItem(where, location),
  };
}

/** Returns the name of the item that the script belongs to, as in Postman. */
function currentItem(where: string, location: readonly string[]): string {
  if (where === 'collection') return location[0] ?? '';
  return /^request\b/.test(where) ? (location.at(-1) ?? '') : where.replace(/^folder /, '');
}

export function responseHead({
  status,
  reason,
  headers,
  body,
  timeMs,
  cookies,
  trailers,
  httpVersion,
  url,
}: ScriptResponse): ResponseHead {
  return {
    code: status,
    reason,
    headers: headers.map(({ name, value }) => [name, value] as const),
    timeMs: Math.round(timeMs),
    bodyBytes: body.length,
    cookies: cookies.map(cookieDefinition),
    url,
    trailers: trailers.map(({ name, value }) => [name, value] as const),
    isConversation: !httpVersion.startsWith('HTTP/'),
  };
}

export function cookieDefinition({ expires, ...cookie }: ScriptCookie): CookieDefinition {
  return { ...cookie, expires: expires === null ? null : new Date(expires).toISOString() };
}

/** Returns the body of a response for the sandbox, with its messages if it has any. */
export function bodiesOf({ body, messages }: ScriptResponse): readonly Uint8Array[] {
  return messages.length === 0 ? [body] : [body, messagesJson(messages)];
}

/** Returns messages as JSON: JSON texts parsed, bytes as base64. */
function messagesJson(messages: readonly Message[]): Buffer {
  const converted = messages.map(({ direction, name, data, isText, time }) => ({
    direction,
    name,
    time,
    data: isText ? parsed(data.toString()) : data.toString('base64'),
  }));
  return Buffer.from(JSON.stringify(converted));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
