// `proxyctl run` names at its end the programs of the command that connected past the proxy.
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

let home: TemporaryHome;
let origin: Origin;
/** A server that speaks no HTTP, as a database does not. */
let database: net.Server;

beforeAll(async () => {
  home = temporaryHome();
  origin = await startOrigin((_request, response) => response.end('hello'));
  database = net.createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  database.close();
  await origin.close();
  home.remove();
});

interface Report {
  readonly run: {
    readonly pastProxy: readonly {
      readonly app: string;
      readonly processes: readonly number[];
      readonly connections: readonly { readonly port: number; readonly count: number }[];
      readonly remedy: string;
    }[];
  };
}

async function run(script: string): Promise<CliResult & { readonly report: Report }> {
  const path = join(home.path, 'report.json');
  const args = ['run', '--port', '0', '--quiet', '--report-json', path, '--', 'sh', '-c', script];
  const result = await runCli(args, {
    home: home.path,
    cwd: home.path,
    env: {
      PORT: String(origin.httpPort),
      DATABASE: String((database.address() as net.AddressInfo).port),
      NODE: process.execPath,
    },
  });
  return { ...result, report: JSON.parse(readFileSync(path, 'utf8')) as Report };
}

// Each holds its connections until it has been looked at often enough.
const python = `python3 -c '
import os, socket, time
ends = [socket.create_connection(("127.0.0.1", int(os.environ[name]))) for name in ("PORT", "PORT", "DATABASE")]
time.sleep(2.5)'`;
const node = `"$NODE" -e 'require("net").connect(process.env.PORT, "127.0.0.1"); setTimeout(process.exit, 2500)'`;
// A daemon: a session of its own, whose parent has ended, and whose variables are those of the run.
const daemon = `python3 -c '
import os, socket, sys, time
if os.fork(): sys.exit()
os.setsid()
if os.fork(): os._exit(0)
end = socket.create_connection(("127.0.0.1", int(os.environ["PORT"])))
end.set_inheritable(True)
os.execvp("sleep", ["sleep", "3"])'`;

describe.skipIf(process.platform !== 'linux' || missing('python3', 'curl'))(
  'connections past the proxy',
  () => {
    test('a raw socket, a script of Node.js and a daemon are named, a database is not', async () => {
      const { code, stderr, report } = await run(
        `curl -s "http://127.0.0.1:$PORT/" & ${python} & ${node} & ${daemon}; wait; sleep 0.5`,
      );
      expect(code).toBe(0);
      const { httpPort } = origin;
      expect(stderr).toMatch(
        new RegExp(
          String.raw`^past the proxy: python3?[\d.]* \(process \d+\) connected to 127\.0\.0\.1:${httpPort} \(2 connections\): add --transparent, or give its library`,
          'm',
        ),
      );
      expect(stderr).toMatch(
        new RegExp(
          String.raw`^past the proxy: node \(process \d+\) connected to 127\.0\.0\.1:${httpPort} \(1 connection\): add --transparent, or give its library an agent`,
          'm',
        ),
      );
      expect(stderr).toMatch(/^past the proxy: sleep \(process \d+\) connected to .*: add --transparent$/m);
      expect(stderr).not.toContain('past the proxy: curl');
      const { pastProxy } = report.run;
      expect(pastProxy.flatMap(({ processes }) => processes)).toHaveLength(3);
      const ends = pastProxy.flatMap(({ connections }) => connections);
      expect(new Set(ends.map(({ port }) => port))).toEqual(new Set([httpPort]));
      expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    });

    test('a run that goes through the proxy says nothing of it', async () => {
      const { stderr, report } = await run('curl -s "http://127.0.0.1:$PORT/"; sleep 0.3');
      expect(stderr).not.toContain('past the proxy');
      expect(report.run.pastProxy).toEqual([]);
    });
  },
);
