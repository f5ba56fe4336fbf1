// `pm.sendRequest`: the host sends the request and returns the response.
import type { Kernel, Sdk, SdkRequest } from './environment.ts';
import type { Settle } from './cookies.ts';
import { definitionOf } from './request.ts';
import type { BodySource, MakeResponse } from './response.ts';
import type { CookieDefinition, ResponseHead } from './script-data.ts';

interface SendResult {
  readonly head: ResponseHead;
  /** The body. */
  readonly base64: string;
}

export interface SendOptions {
  readonly sdk: Sdk;
  readonly kernel: Kernel;
  readonly makeResponse: MakeResponse;
  readonly bodyOf: (base64: string) => BodySource;
  readonly settle: Settle;
  readonly maxRequests: () => number;
}

export type SendRequest = (request: unknown, callback?: unknown) => unknown;

export function createSendRequest({
  sdk,
  kernel,
  makeResponse,
  bodyOf,
  settle,
  maxRequests: requestLimit,
}: SendOptions): SendRequest {
  let sent = 0;
  return (definition, callback) => {
    const back = typeof callback === 'function' ? (callback as (...values: unknown[]) => void) : undefined;
    if (!definition) return settle(Promise.reject(new Error('sendrequest: nothing to request')), back);
    sent += 1;
    if (sent > requestLimit()) throw new RangeError(`a script may send at most ${requestLimit()} requests`);
    const request = (
      sdk.Request.isRequest(definition) ? definition : new sdk.Request(definition)
    ) as SdkRequest;
    const answered = kernel.hostCall('sendRequest', definitionOf(request)).then((answer) => {
      const { head, base64 } = answer as SendResult;
      return { response: makeResponse(head, bodyOf(base64)), cookies: head.cookies };
    });
    if (back === undefined) return answered.then(({ response }) => response);
    return settle(answered, (error, result) => {
      if (error) {
        back(error, undefined, undefined);
        return;
      }
      const { response, cookies } = result as {
        readonly response: object;
        readonly cookies: readonly CookieDefinition[];
      };
      back(null, response, { cookies: new sdk.CookieList({}, cookies) });
    });
  };
}
