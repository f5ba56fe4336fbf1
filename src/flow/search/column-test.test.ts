// The columns of a session file never rule out what the summary of the exchange lets pass.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capturedFlow, flowHome } from '../../../test/helpers/flows.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { SessionFileReader } from '../../traffic/session-file/reader.ts';
import { SessionRecording } from '../../traffic/session-file/recording.ts';
import { parseFilter, type ValidFilter } from '../filter/index.ts';
import { flowSummary } from '../summary.ts';
import { columnTest } from './column-test.ts';

const home = temporaryHome();

const flows = [
  capturedFlow(),
  capturedFlow({ app: 'curl', target: { scheme: 'https', host: '2001:db8::1', port: 8443 } }),
  capturedFlow({ method: 'POST', request: { head: ['POST /a?b=\xe9 HTTP/1.1', 'Host: example.test'] } }),
  capturedFlow({ response: { head: ['HTTP/1.1 503 Busy', 'Content-Type: text/html'] } }),
  capturedFlow({ response: { head: ['HTTP/1.1 404 Not Found'] }, target: { host: 'other.test', port: 81 } }),
  capturedFlow({ request: null }),
  capturedFlow({ response: null, state: 'failed', error: 'no route' }),
  capturedFlow({ response: null, state: 'pending', timestamps: { end: 0 } }),
];

const COLUMN_FILTERS = ['status:503', 'status:4xx', '-status:200', 'method:post', 'host:2001']
  .concat(['path:/a', 'url:example', '(status:503 OR method:POST)', '-(host:other status:404)'])
  .concat(['duration>1s', 'duration<10s', 'host:example.test']);
const OTHER_FILTERS = [
  'is:error',
  'type:html',
  'size>10',
  'body:x',
  'is:pinned',
  'comment:a',
  'status:503 type:html',
].concat(['-type:html', 'is:tunnel', 'tool:script', 'status:200 body:x']);

function valid(text: string): ValidFilter {
  const filter = parseFilter(text);
  if (filter.type === 'invalid') throw new Error(`${text}: ${filter.message}`);
  return filter;
}

test('columns decide as the exchange does, and those of their filters always', async () => {
  const path = join(home.path, 'columns.proxysession');
  const file = await SessionRecording.begin(path);
  await file.add(...flows);
  await file.end();
  const reader = new SessionFileReader(path, flowHome().captures);
  const columns = reader.columns(1, flows.length);
  reader.close();
  expect(columns).toHaveLength(flows.length);
  for (const text of [...COLUMN_FILTERS, ...OTHER_FILTERS]) {
    const filter = valid(text);
    const test = columnTest(filter) ?? (() => null);
    for (const [at, flow] of flows.entries()) {
      const matches = filter.matches(flowSummary(flow));
      const verdict = test(columns[at]!);
      const name = `${text}, ${flow.url}`;
      if (verdict !== null) expect(verdict, name).toBe(matches);
      if (flow.state === 'completed' && COLUMN_FILTERS.includes(text)) expect(verdict, name).not.toBeNull();
    }
  }
});
