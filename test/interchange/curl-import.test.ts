// Imported curl commands send what curl itself sends: each command is run by bash and curl, and imported and
// sent.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importContent } from '../../src/interchange/import/index.ts';
import type { SavedRequest } from '../../src/collections/model/request.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const run = promisify(execFile);

/** Removes fields that describe the client or the connection. */
const NOT_COMPARED = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding)$/;

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const commands: readonly string[] = [
  '',
  '-I',
  '-XPUT',
  '-X PROPFIND',
  '-d a=1 -d b=2',
  `--data-raw '@a b' --data-binary $'x\\ny'`,
  `-d ''`,
  `-d "it's \\"x\\" \\\\ \\$HOME"`,
  `-d $'\\x41\\u00e9\\'\\t'`,
  `--data-urlencode 'a=b c&d+é~*()!' --data-urlencode '=x=y' --data-urlencode 'pl/ain'`,
  `-G -d a=1 --data-urlencode 'b=c d'`,
  `--url-query 'a=b c' --url-query '+d%20'`,
  `--json '{"a":' --json '1}'`,
  `--json '{}' -H 'Accept: text/plain'`,
  `-H 'Empty;' -H 'A:b:c' -H 'B:   d  '`,
  `-A me -e 'http://b.test;auto' -b 'a=1; b=2'`,
  `-b 'a=1' -H 'Cookie: own=1'`,
  `-u 'me:pass:word'`,
  `-u me:x -H 'authorization: own'`,
  '--oauth2-bearer T',
  '-r 0-99',
  `-d x -H 'content-type: text/xml'`,
  '--data-binary @- <<EOF\nline 1\n  "line" 2\nEOF',
  `-d @- <<< 'a b'`,
  '-sSvkL --compressed -m 5',
  '-d a \\\n  -X PATCH \\\n  -H "X: y"',
];

describe.skipIf(missing('curl', 'bash'))('curl and the import agree', () => {
  let origin: Origin;

  beforeAll(async () => {
    origin = await startOrigin();
  });
  afterAll(async () => {
    await origin.close();
  });

  async function sentBy(command: string): Promise<Sent> {
    const env = { PATH: process.env['PATH'], HOME: '/home/me', LC_ALL: 'C.UTF-8' };
    await run('bash', ['-c', command], { env });
    const { method, url, headers, body } = origin.received.at(-1)!;
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    // curl's default fields.
    const own = given.filter(
      ([name, value]) => !/^(?:user-agent: curl|accept: \*\/\*$)/.test(`${name}: ${value}`),
    );
    return { method, target: url, headers: compared(own), body: body.toString() };
  }

  test.each(commands)('%j', async (options) => {
    const [line, ...more] = options.split('\n');
    const url = `'${origin.http}/path?q=%20x&y'`;
    // Further lines are a here document, or continue after a backslash.
    const command = ['curl', url, line].join(' ').concat(more.map((each) => `\n${each}`).join(''));
    const { requests } = importContent(Buffer.from(command), '');
    expect(requests).toHaveLength(1);
    expect(asked(requests[0]!, origin.http)).toEqual(await sentBy(command));
  });
});

function asked({ method, url, query, headers, body }: SavedRequest, start: string): Sent {
  const search = query.map(({ name, value }) => (value === null ? name : `${name}=${value}`)).join('&');
  return {
    method,
    target: `${url.slice(start.length)}${search === '' ? '' : `?${search}`}`,
    headers: compared(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    body: body.type === 'raw' ? body.text : '',
  };
}

function compared(headers: readonly (readonly [string, string])[]): Sent['headers'] {
  return headers.filter(([name]) => !NOT_COMPARED.test(name)).sort(([a], [b]) => a.localeCompare(b));
}
