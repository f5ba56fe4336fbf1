// Files with a large body are written on a worker thread, and are the same as those written on this one.
import { describe, expect, test } from 'vitest';
import { collected } from '../../../test/helpers/collect.ts';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { turnsDuring } from '../../../test/helpers/turns.ts';
import type { Flow } from '../../flow/flow.ts';
import { exportFormats } from '../formats/index.ts';
import { har } from '../formats/har/index.ts';
import { redactedFlows } from '../redact.ts';
import { exportTraffic } from './index.ts';

const json = 'Content-Type: application/json';

function samples(): readonly Flow[] {
  const large = JSON.stringify({
    token: 'Zx8kQ2mVb71LpR4tYw9c',
    list: Array.from({ length: 100_000 }, (_, at) => ({ at })),
  });
  return [
    capturedFlow({
      id: 7,
      app: 'curl',
      request: { head: ['POST /a HTTP/1.1', json], body: '{"password":"hunter22"}' },
    }),
    capturedFlow({
      id: 8,
      request: { head: ['GET /large HTTP/1.1'] },
      response: { head: ['HTTP/1.1 200 OK', json], body: large },
    }),
    capturedFlow({ id: 9, response: null, state: 'pending', timestamps: { end: 0 } }),
    capturedFlow({ id: 10, request: null }),
    capturedFlow({ id: 11, response: null, state: 'failed', error: 'no route' }),
  ];
}

/** Each Postman collection has an id of its own. */
const comparable = (file: Buffer): string => file.toString('latin1').replace(/"_postman_id":"[^"]*"/, '');

describe.each(exportFormats.map((format) => [format.id, format] as const))('%s', (_id, format) => {
  test.each([false, true])('redacted: %s', async (redact) => {
    const flows = samples();
    const made = comparable(await collected(exportTraffic(format, flows, redact)));
    const here = comparable(await collected(format.export.write(redact ? redactedFlows(flows) : flows)));
    expect(made === here).toBe(true);
    expect(process.getActiveResourcesInfo()).not.toContain('Worker');
  });
});

test('an export does not block the event loop', async () => {
  expect(await turnsDuring(() => collected(exportTraffic(har, samples(), true)))).toBeGreaterThan(100);
});

test('an abandoned export leaves no worker behind', async () => {
  for await (const chunk of exportTraffic(har, samples(), false)) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(process.getActiveResourcesInfo()).not.toContain('Worker');
});
