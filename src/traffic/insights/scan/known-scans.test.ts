// Results of ended exchanges are remembered; those of exchanges that go on, and of scans that were aborted, are not.
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import type { Flow } from '../../../flow/flow.ts';
import { BodyScanner } from './body-scanner.ts';
import { scanMessage, SharedShapes, type ScanRequest, type ScanResult } from './scan.ts';
import type { ScannedMessage } from './scanned-message.ts';
import { scanMessages } from './scanned-messages.ts';

/** Scans in this thread, and counts. */
class CountingScanner extends BodyScanner {
  scanned = 0;
  isSlow = false;

  override scan(requests: readonly ScanRequest[]): Promise<readonly ScanResult[] | null> {
    this.scanned += requests.length;
    const shapes = new SharedShapes();
    return Promise.resolve(this.isSlow ? null : requests.map((request) => scanMessage(request, shapes)));
  }
}

const PASSWORD = 'hunter2-Qx81-longer';
const flowOf = (id: number): Flow =>
  capturedFlow({
    id,
    request: { head: ['POST /users HTTP/1.1', 'Content-Type: application/json'], body: '{"name":"a"}' },
    response: {
      head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'],
      body: JSON.stringify({ id, password: PASSWORD }),
    },
  });

async function scanned(
  flows: readonly Flow[],
  targets: ScanRequest['targets'],
  scanner: BodyScanner,
): Promise<readonly ScannedMessage[]> {
  const messages: ScannedMessage[] = [];
  for await (const each of scanMessages(flows, targets, scanner)) messages.push(each);
  return messages;
}

const kinds = (messages: readonly ScannedMessage[]): readonly string[] =>
  messages.map(({ flow, side, secrets, schema }) =>
    [
      flow.id,
      side,
      secrets.length,
      schema === null ? 'no schema' : Object.keys(schema.properties ?? {}),
    ].join(' '),
  );

test('each exchange is scanned once for each target', async () => {
  const scanner = new CountingScanner({ workers: 1, idleMs: 1000 });
  const flows = [flowOf(1), flowOf(2)];
  const secrets = await scanned(flows, 'secrets', scanner);
  expect(kinds(secrets)).toEqual([
    '1 request 0 no schema',
    '1 response 1 no schema',
    '2 request 0 no schema',
    '2 response 1 no schema',
  ]);
  expect(scanner.scanned).toBe(4);
  expect(await scanned(flows, 'secrets', scanner)).toEqual(secrets);
  expect(scanner.scanned).toBe(4);

  expect(kinds(await scanned(flows, 'schema', scanner))).toEqual([
    '1 response 0 id,password',
    '2 response 0 id,password',
  ]);
  expect(scanner.scanned).toBe(6);
  // What came since stands in its place between the known ones.
  const both = await scanned([flows[0]!, flowOf(3), flows[1]!], 'both', scanner);
  expect(scanner.scanned).toBe(8);
  expect(both.map(({ flow }) => flow.id)).toEqual([1, 1, 1, 3, 3, 2, 2, 2]);
  expect(both.filter(({ schema }) => schema !== null).map(({ flow }) => flow.id)).toEqual([1, 3, 3, 2]);
});

test('an exchange that goes on is scanned again', async () => {
  const scanner = new CountingScanner({ workers: 1, idleMs: 1000 });
  const flow = Object.assign(flowOf(1), { state: 'pending' });
  await scanned([flow], 'both', scanner);
  await scanned([flow], 'both', scanner);
  expect(scanner.scanned).toBe(4);
});

test('a scan that took too long is tried again', async () => {
  const scanner = new CountingScanner({ workers: 1, idleMs: 1000 });
  const flow = flowOf(1);
  scanner.isSlow = true;
  expect(kinds(await scanned([flow], 'secrets', scanner))).toEqual([
    '1 request 0 no schema',
    '1 response 0 no schema',
  ]);
  scanner.isSlow = false;
  expect(kinds(await scanned([flow], 'secrets', scanner))).toContain('1 response 1 no schema');
});

test('equal shapes of an endpoint are one; those of another have examples of their own', () => {
  const shapes = new SharedShapes();
  const scan = (endpoint: string, id: number): ScanResult =>
    scanMessage(
      {
        targets: 'schema',
        endpoint,
        message: { host: 'a.test', path: '', head: '', transport: 'encrypted' },
        body: Buffer.from(JSON.stringify({ id })),
        isCut: false,
      },
      shapes,
    );
  expect(scan('GET /a', 1).schema).toBe(scan('GET /a', 2).schema);
  expect(scan('GET /b', 3).schema?.properties?.['id']?.example).toBe(3);
});
