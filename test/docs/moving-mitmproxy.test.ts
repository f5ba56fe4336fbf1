// The guide for mitmproxy beside the real one, where it is installed: the same requests through both, and its filters.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseFilter } from '../../src/flow/filter/index.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';
import { serverOf } from '../helpers/small-server.ts';
import { guideText } from './guide-commands.ts';

/** The addon that older versions come with, on Debian. */
const HAR_ADDON = '/usr/share/doc/mitmproxy/examples/contrib/har_dump.py';
const FILTERS = ['~u orders', '~m POST', '~c 404', '~s', '~m POST & ~c 500', '~c 404 | ~c 500'];

interface Entry {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly content: { readonly text?: string } };
}

function entriesOf(path: string): readonly Entry[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly log: { readonly entries: readonly Entry[] } })
    .log.entries;
}

const exchanges = (path: string): readonly unknown[] =>
  entriesOf(path).map(({ request: { method, url }, response: { status, content } }) => [
    method,
    url,
    status,
    content.text,
  ]);

async function listening(port: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } catch {
    await delay(100);
    await listening(port);
  } finally {
    socket.destroy();
  }
}

/** Returns the filter that the guide has beside one of mitmproxy. */
function ours(theirs: string): string {
  const row = guideText('mitmproxy.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${theirs.replace('|', String.raw`\|`)}\` `));
  return /.*(?<!\\)\| `([^`]+)`/.exec(row ?? '')?.[1] ?? '';
}

test.skipIf(missing('mitmdump', 'curl'))('recordings and filters agree', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  await using server = await serverOf(({ url }) => ({
    status: Number(/\d+$/.exec(url)?.[0] ?? 200),
    headers: { 'Content-Type': 'text/plain' },
    body: `answer of ${url}`,
  }));
  const urls = ['/orders', '/orders/404', '/items/500'].flatMap((path) => ['-o', 'body', server.url + path]);
  const curl = ['-s', ...urls, '--next', '-s', '-o', 'body', '-d', 'a=1', `${server.url}/items/500`];
  const cwd = home.path;
  const port = await closedPort();
  const mitmdump = (...args: readonly string[]) =>
    spawnSync('mitmdump', ['--set', `confdir=${join(cwd, 'mitm')}`, ...args], { cwd, encoding: 'utf8' });

  const theirs = spawn('mitmdump', ['-q', '-p', String(port), '-w', 'theirs', '--set', 'confdir=mitm'], {
    cwd,
  });
  await listening(port);
  const env = { ...process.env, http_proxy: `http://127.0.0.1:${port}`, no_proxy: '' };
  const client = spawn('curl', curl, { cwd, env, stdio: 'ignore' });
  await once(client, 'close');
  theirs.kill('SIGINT');
  await once(theirs, 'close');
  await callCli(['run', '--port', '0', '--quiet', '--record', 'ours.har', '--', 'curl', ...curl], {
    home: join(cwd, 'home'),
    cwd,
  });

  const addon = mitmdump('--options').stdout.includes('hardump') ? [] : ['-s', HAR_ADDON];
  if (addon.length === 0 || existsSync(HAR_ADDON)) {
    mitmdump('-q', '-nr', 'theirs', ...addon, '--set', 'hardump=theirs.har');
    expect(exchanges(join(cwd, 'theirs.har'))).toEqual(exchanges(join(cwd, 'ours.har')));
    const { code, stdout } = await callCli(['import', 'theirs.har'], { home: join(cwd, 'home'), cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('4 requests')]);
  }
  for (const expression of FILTERS) {
    const { stdout } = mitmdump('-nr', 'theirs', '--set', 'flow_detail=1', expression);
    expect([expression, stdout.match(/<< /g)?.length ?? 0]).toEqual([
      expression,
      found(ours(expression), cwd),
    ]);
  }
});

/** Returns how many of our exchanges a filter finds. */
function found(text: string, folder: string): number {
  expect(text).not.toBe('');
  const filter = parseFilter(text);
  if (filter.type !== 'filter') throw new Error(filter.message);
  return entriesOf(join(folder, 'ours.har')).filter(({ request, response: { status } }) => {
    const { hostname, port } = new URL(request.url);
    return filter.matches({
      ...request,
      id: 1,
      host: hostname,
      port: Number(port),
      status,
      state: 'completed',
    } as never);
  }).length;
}
