import { expect, test } from 'vitest';
import { collected } from '../../../test/helpers/collect.ts';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import { csv } from './csv.ts';

async function rows(...captured: readonly Captured[]): Promise<string[]> {
  const text = (await collected(csv.export.write(captured.map((each) => capturedFlow(each))))).toString();
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(0, -1);
}

const columns =
  'ID,Start,Client,Method,URL,Status,Duration (ms),Request Size,Response Size,Content Type,Tools';

test('a header row, and a row for each request', async () => {
  const response = { head: ['HTTP/1.1 404 Not Found', 'Content-Type: text/plain'], body: 'none' };
  expect(await rows({ id: 7, app: 'curl', response })).toEqual([
    columns,
    '7,2026-01-02T03:04:05.678Z,curl,GET,http://example.test/,404,13,0,4,text/plain,',
  ]);
  expect(await rows()).toEqual([columns]);
});

test('tunnels and failures are named', async () => {
  const [, tunnel, failed] = await rows(
    { request: null },
    { state: 'failed', error: 'It broke', response: null },
  );
  expect(tunnel).toMatch(/,CONNECT,http:\/\/example\.test,tunnel,/);
  expect(failed).toMatch(/,error,/);
});

test('commas, quotes and line breaks are quoted', async () => {
  const [, row] = await rows({ app: 'a "b", c\nd' });
  expect(row).toContain(',"a ""b"", c\nd",');
});

test.each(['=1+1', '+1', '@a', '-1+1', '-a', '\t=1', '\r1'])(
  '%j is not run by a spreadsheet',
  async (app) => {
    const text = (await rows({ app })).join('\r\n');
    expect(text).toMatch(/,"?'[=+@\t\r-]/);
  },
);

test('a plain number is unchanged', async () => {
  expect((await rows({ app: '-12.5' }))[1]).toContain(',-12.5,');
});

test('names of tools are separated, and text is UTF-8', async () => {
  const flow = capturedFlow({ request: { head: [`GET /${Buffer.from('ü').toString('latin1')} HTTP/1.1`] } });
  flow.tags = ['Map Local', 'Alerts'];
  const text = (await collected(csv.export.write([flow]))).toString();
  expect(text).toContain('http://example.test/ü,');
  expect(text).toContain(',Map Local; Alerts\r\n');
});
