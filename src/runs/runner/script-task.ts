// The input and the host functions of a script of a request.
import { sendRequest } from '../../requests/http/exchange.ts';
import { encodeBody } from '../../requests/http/body.ts';
import { ownModules } from '../scripts/own-modules.ts';
import type { ScriptHost, ScriptRequest, ScriptResponse, ScriptTask } from '../scripts/contract.ts';
import { toByteString } from '../../requests/auth/shared/byte-strings.ts';
import type { StepEvent } from './events.ts';
import { Interpolator } from './interpolator.ts';
import { urlOf } from './request-url.ts';
import type { RunContext } from './run-context.ts';
import { toScriptResponse } from './script-values.ts';
import type { Step, StepScript } from './steps.ts';

export interface ScriptPhase {
  readonly phase: ScriptTask['phase'];
  /** The request as the script sees it. */
  readonly request: ScriptRequest;
  readonly settings: ScriptTask['settings'];
  /** Null before the request is sent. */
  readonly response: ScriptResponse | null;
}

/** Returns the input of a script. */
export async function scriptTask(
  { where, script }: StepScript,
  { phase, request, settings, response }: ScriptPhase,
  step: Step,
  iteration: number,
  context: RunContext,
): Promise<ScriptTask> {
  const { scopes, environmentName, iterationCount, collectionName } = context;
  return {
    phase,
    where,
    script,
    response,
    environmentName,
    info: {
      iteration,
      iterationCount,
      requestName: step.request.name,
      requestId: step.request.id,
      eventName: phase === 'test' ? 'test' : 'prerequest',
    },
    scopes: {
      globals: scopes.values('globals'),
      collection: scopes.values('collection'),
      environment: scopes.values('environment'),
      data: scopes.values('data'),
      request: scopes.values('request'),
      local: scopes.values('local'),
    },
    request,
    settings: { timeoutMs: timeoutOf(step, context), ...settings },
    requestDocs: step.request.docs,
    tags: step.tags,
    own: await ownModules(script, context.resolveFile),
    cookies: await cookiesFor(request, context),
    location: [collectionName, ...step.folders, step.request.name],
  };
}

/** Returns the time that the request has, in milliseconds. */
function timeoutOf({ request }: Step, { timeoutMs }: RunContext): number {
  return timeoutMs ?? request.settings.timeoutMs;
}

/** Returns the cookies that the request sends; none while its URL is not valid. */
async function cookiesFor({ url }: ScriptRequest, context: RunContext): Promise<ScriptTask['cookies']> {
  try {
    return await context.cookies.of(interpolatorFor(context).text(url));
  } catch {
    return [];
  }
}

/** Returns the functions of the host that scripts of a request can call. */
export function scriptHost(
  { request: { settings } }: Step,
  context: RunContext,
  observe: ((event: StepEvent) => void) | null,
): ScriptHost {
  const { cookies, signal } = context;
  return {
    cookies,
    signal,
    vault: context.vault,
    sendRequest: async (request, scriptSignal) => {
      const interpolator = interpolatorFor(context);
      const { bytes, contentType, headers } = await encodeBody(
        interpolator.body(request.body),
        interpolator.pairs(request.headers).map(({ name, value }) => ({ name, value: toByteString(value) })),
        context.resolveFile,
      );
      const method = request.method.toUpperCase() || 'GET';
      const url = urlOf(request, interpolator);
      const exchange = await sendRequest(
        {
          method,
          url,
          headers,
          body: bytes,
          contentType,
          auth: interpolator.auth(request.auth),
          settings: {
            ...settings,
            verifyTls: settings.verifyTls && !context.insecure,
            followRedirects: settings.followRedirects && !context.ignoreRedirects,
            timeoutMs: context.timeoutMs ?? 0,
          },
        },
        {
          ...context,
          watchExchange: context.watchExchange && (() => context.watchExchange!('script')),
          bodyFiles: undefined,
          onSending: (sending) => observe?.({ type: 'sending', request: sending }),
          signal: AbortSignal.any([signal, scriptSignal]),
        },
      );
      const { originalRequest, response } = exchange;
      observe?.({ type: 'received', request: originalRequest, response });
      return toScriptResponse(response, exchange.url, await cookies.of(exchange.url));
    },
  };
}

const VAULT = 'vault:';

/** Returns an interpolator for the variables of a context, and its secrets as `{{vault:name}}`. */
export function interpolatorFor({ scopes, vault }: RunContext): Interpolator {
  return new Interpolator((name) =>
    name.startsWith(VAULT) && vault !== undefined ? vault.get(name.slice(VAULT.length)) : scopes.value(name),
  );
}
