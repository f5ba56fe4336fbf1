// A finished exchange as a line of NDJSON. The schema is in schema.ts, which is not loaded for writing.
import { FollowedRuns } from '../../agents/followed-runs.ts';
import { grpcOutcome } from '../../flow/grpc-outcome.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import { operationOf } from '../../flow/operation.ts';
import { flowTiming } from '../../flow/timing.ts';
import type { FileParts } from '../formats/contract.ts';
import type { ExchangeLine } from './schema.ts';

/** Returns the parts of a file of lines. */
export function ndjsonParts(): FileParts {
  const runs = new FollowedRuns();
  return {
    head: '',
    async *entry(flow) {
      yield exchangeLine(flow, await runOf(runs, flow));
    },
    tail: () => Promise.resolve(''),
  };
}

/** Resolves with the id of the run of an AI agent that an exchange is part of; null for none as far as is known. */
export async function runOf(runs: FollowedRuns, flow: Flow): Promise<number | null> {
  const joined = await runs.add(flow);
  runs.forgetMany();
  return joined?.run?.id ?? null;
}

/** Returns the line with its line feed. `run`: the run of an AI agent that it is part of. */
export function exchangeLine(flow: Flow, run: number | null = null): string {
  return `${JSON.stringify(exchangeOf(flow, run))}\n`;
}

function exchangeOf(flow: Flow, run: number | null): ExchangeLine {
  const { request, response, target, tls } = flow;
  return {
    version: 1,
    id: flow.id,
    startedAt: new Date(flow.startedAt).toISOString(),
    durationMs: flow.durationMs ?? null,
    state: flow.state === 'pending' ? 'failed' : flow.state,
    error: flow.error,
    app: flow.app,
    client: flow.client.address,
    method: flow.method,
    url: flow.url,
    scheme: target.scheme,
    host: target.host,
    port: target.port,
    path: request === null ? '' : flow.path,
    httpVersion: request === null ? null : (/ (HTTP\/\d(?:\.\d)?)$/.exec(request.startLine)?.[1] ?? null),
    decrypted: flow.decrypted,
    notDecrypted: flow.notDecrypted?.text ?? null,
    status: response === null ? null : flow.status,
    reason: response === null ? '' : flow.reason,
    grpcStatus: grpcOutcome(flow),
    operation: operationOf(flow),
    run,
    requestBytes: request?.size ?? flow.tunnelSent,
    responseBytes: response?.size ?? flow.tunnelReceived,
    requestType: request?.header('content-type') ?? '',
    responseType: response?.header('content-type') ?? '',
    requestHeaders: headersOf(request),
    responseHeaders: headersOf(response),
    server: flow.remoteAddress,
    tls: tls === null ? null : { version: tls.version, cipher: tls.cipher, alpn: tls.alpn },
    timing: flowTiming(flow.timestamps) ?? null,
    tools: [...flow.tags],
    rules: flow.matchedRules.map(({ name }) => name),
    repairs: flow.repairs.map(({ text }) => text),
  };
}

function headersOf(message: Message | null): [name: string, value: string][] {
  return message === null ? [] : message.headers.map(({ name, value }) => [name, value]);
}
