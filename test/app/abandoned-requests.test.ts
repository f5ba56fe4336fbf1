// Requests that a client of the app abandons: closing the connection aborts the request.
import http from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';

const origin = await startOrigin((request, response) => {
  if (request.url !== '/hang') response.end('answered');
});
const running = await startTestApp();
const { app, result, via } = running;

afterAll(async () => {
  await running.close();
  await origin.close();
});

beforeEach(() => {
  app.tools.load({ version: 1, tools: {} });
  app.engine.flows.clear();
});

/** Sends a request to the API; the returned function closes the connection without waiting for a response. */
function asked(path: string, body = ''): () => void {
  const request = http.request({
    host: '127.0.0.1',
    port: running.port(),
    method: 'POST',
    path,
    headers: { 'X-Proxy-Token': running.token },
    agent: false,
  });
  request.on('error', () => {});
  request.end(body);
  return () => request.destroy();
}

const editAndReplay = (url: string): (() => void) =>
  asked('/api/rpc', JSON.stringify({ method: 'edit_and_replay', params: { url } }));

async function capturedThenHeld(): Promise<number> {
  await via(`${origin.http}/again`);
  await settled(app.engine.flows);
  await result('upsert_rule', { tool: 'breakpoint', rule: { stage: 'request' } });
  return app.engine.flows.list().at(-1)!.id;
}

/** A closed client is noticed when something is written to it. */
const soon = <T>(value: () => T) => expect.poll(value, { timeout: 20_000 });
const newest = (): unknown => app.engine.flows.list().at(-1);
const LEFT = { error: expect.stringContaining('closed the connection') };

test('edit_and_replay that a breakpoint holds', { tags: ['full'] }, async () => {
  await capturedThenHeld();
  const leave = editAndReplay(`${origin.http}/held`);
  await soon(() => app.paused.count).toBe(1);
  leave();
  await soon(() => app.paused.count).toBe(0);
  await settled(app.engine.flows);
  expect(newest()).toMatchObject(LEFT);
  expect(origin.received.map(({ url }) => url)).not.toContain('/held');
});

test('replay that a breakpoint holds', { tags: ['full'] }, async () => {
  const id = await capturedThenHeld();
  const before = origin.received.length;
  const leave = asked(`/api/flows/${id}/replay`);
  await soon(() => app.paused.count).toBe(1);
  leave();
  await soon(() => app.paused.count).toBe(0);
  await settled(app.engine.flows);
  expect(newest()).toMatchObject(LEFT);
  expect(origin.received).toHaveLength(before);
});

test('one that is never answered', async () => {
  const leave = editAndReplay(`${origin.http}/hang`);
  await soon(() => origin.received.map(({ url }) => url)).toContain('/hang');
  leave();
  await settled(app.engine.flows);
  expect(newest()).toMatchObject(LEFT);
});

test('others are not concerned', async () => {
  const leave = editAndReplay(`${origin.http}/hang`);
  const other = result('edit_and_replay', { url: `${origin.http}/other` });
  leave();
  expect(await other).toMatchObject({ status: 200, response: { body: 'answered' } });
});
