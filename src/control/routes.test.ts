import { beforeEach, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import type { LocalRequest } from '../base/local-http.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { FlowStore } from '../flow/store.ts';
import { json } from './response.ts';
import type { Endpoint } from './endpoint.ts';
import { findRoute } from './routes.ts';

const endpoints: readonly Endpoint[] = [
  { type: 'path', method: 'GET', path: '/api/flows', respond: () => json(200, 'list') },
  { type: 'path', method: 'POST', path: '/api/flows', respond: () => json(200, 'posted') },
  { type: 'flow', method: 'GET', path: '', respond: (flow) => json(200, `flow ${flow.id}`) },
  { type: 'flow', method: 'POST', path: '/replay', respond: (flow) => json(200, `again ${flow.id}`) },
];

let store: FlowStore;

beforeEach(() => {
  store = new FlowStore(new CaptureBudget({ maxBodyBytes: 10, memoryBytes: 10, spillPath: 'never-made' }));
  store.add(capturedFlow({ id: 7 }));
});

async function outcome(method: string, path: string): Promise<string> {
  const route = findRoute(endpoints, store, method, path);
  if (route.type === 'refused')
    return `${route.response.status} ${JSON.stringify(route.response.headers[3] ?? null)}`;
  const request = null as unknown as LocalRequest;
  const { body } = await route.respond({ request, query: new URLSearchParams(), body: Buffer.alloc(0) });
  return body as string;
}

describe('found', () => {
  test.each([
    ['GET', '/api/flows', '"list"'],
    ['HEAD', '/api/flows', '"list"'],
    ['POST', '/api/flows', '"posted"'],
    ['GET', '/api/flows/7', '"flow 7"'],
    ['GET', '/api/flows/0007', '"flow 7"'],
    ['POST', '/api/flows/7/replay', '"again 7"'],
  ])('%s %s', async (method, path, expected) => {
    expect(await outcome(method, path)).toBe(expected);
  });
});

describe('refused', () => {
  test.each([
    ['GET', '/api/nothing', '404 null'],
    ['GET', '/api/flows/', '404 null'],
    ['GET', '/api/flows/7/', '404 null'],
    ['GET', '/api/flows/x', '404 null'],
    ['GET', '/api/flows/8', '404 null'],
    ['PUT', '/api/flows', '405 {"name":"Allow","value":"GET, HEAD, POST"}'],
    ['get', '/api/flows', '405 {"name":"Allow","value":"GET, HEAD, POST"}'],
    ['DELETE', '/api/flows/7', '405 {"name":"Allow","value":"GET, HEAD"}'],
    ['DELETE', '/api/flows/8', '405 {"name":"Allow","value":"GET, HEAD"}'],
    ['HEAD', '/api/flows/7/replay', '405 {"name":"Allow","value":"POST"}'],
  ])('%s %s: %s', async (method, path, expected) => {
    expect(await outcome(method, path)).toBe(expected);
  });
});
