// Clients that `proxyctl run` wraps, each with a command without any proxy option, and the requests that the proxy is to
// record of it. The commands read the servers' URLs from SECURE and PLAIN, which name localhost, and from NAMED_SECURE
// and NAMED_PLAIN, which name another host.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { oldNode } from './old-node.ts';

/** A request that a run prints. */
export interface Recorded {
  readonly app: string;
  readonly status: string;
  readonly method: string;
  /** The URL without the origin. */
  readonly path: string;
  readonly decrypted: boolean;
}

export interface ClientCase {
  /** As the table of docs/environment.md names it. */
  readonly name: string;
  /** Programs that it needs. */
  readonly needs: readonly string[];
  readonly command: readonly string[];
  /** Empty for a client that goes past the proxy. */
  readonly requests: readonly Partial<Recorded>[];
  /** The servers that it asks; by default both. */
  readonly tries?: 'both' | 'secure' | 'plain';
  /** True when something that need not come with the program, such as a Python module, is installed. */
  readonly ready?: () => boolean;
}

const got = (path: string, decrypted = true) => ({ status: '200', method: 'GET', path, decrypted });

const upgraded = (path: string, decrypted = true): Partial<Recorded> => ({
  ...got(path, decrypted),
  status: '101',
});

function java(): string {
  return `
import java.net.*;
import java.net.http.*;
public class Ask {
  public static void main(String[] args) throws Exception {
    for (String origin : new String[] { System.getenv("SECURE"), System.getenv("PLAIN") }) {
      var connection = (HttpURLConnection) new URL(origin + "/connection").openConnection();
      System.out.print(new String(connection.getInputStream().readAllBytes()));
      var request = HttpRequest.newBuilder(URI.create(origin + "/client")).build();
      System.out.print(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}`;
}

const nodeScript = `
  const get = (module, url) => new Promise((resolve, reject) => {
    module.get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  const { SECURE, PLAIN } = process.env;
  (async () => {
    await get(require('https'), SECURE + '/https');
    await get(require('http'), PLAIN + '/http');
    await (await fetch(SECURE + '/fetch')).text();
    await (await fetch(PLAIN + '/fetch')).text();
  })();`;
const nodeRequests = [got('/https'), got('/http', false), got('/fetch'), got('/fetch', false)];

const [nodeBefore] = oldNode();

function go(): string {
  return `package main

import (
	"net/http"
	"os"
)

func main() {
	for _, url := range os.Args[1:] {
		response, err := http.Get(url)
		if err != nil || response.StatusCode != 200 {
			panic(err)
		}
	}
}
`;
}

const AIOHTTP = `
import asyncio, os, aiohttp
async def main():
  async with aiohttp.ClientSession() as session:
    for name in "SECURE", "PLAIN":
      async with session.get(os.environ[name] + "/" + name) as response:
        await response.read()
asyncio.run(main())`;

const WEB_SOCKET = (variable: string): string => `
  const open = (url) => new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => socket.close();
    socket.onclose = resolve;
  });
  for (const [name, path] of [['SECURE', '/secure'], ['PLAIN', '/plain']])
    await open(${variable}(name).replace('http', 'ws') + path);`;

const WS = `
  const { WebSocket } = require(${JSON.stringify(fileURLToPath(import.meta.resolve('ws')).replace(/wrapper\.mjs$/, 'index.js'))});
  const open = (url) => new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('open', () => { socket.close(); });
    socket.on('close', resolve).on('error', reject);
  });
  const { SECURE, PLAIN } = process.env;
  open(SECURE.replace('http', 'ws') + '/secure').then(() => open(PLAIN.replace('http', 'ws') + '/plain'));`;

const HTTP2 = `
  import { connect } from 'node:http2';
  const session = connect(process.env.SECURE);
  session.request({ ':path': '/http2' }).resume().on('end', () => session.close());`;

export const shell = (script: string): readonly string[] => ['sh', '-c', script];
const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** A script for the first Python that has the module. */
function python(module: string, script: string): Pick<ClientCase, 'needs' | 'command' | 'ready'> {
  const has = (program: string): boolean => succeeds(program, '-c', `import ${module}`);
  const program = ['python3', '/usr/bin/python3'].find(has);
  return {
    needs: ['python3'],
    ready: () => program !== undefined,
    command: [program ?? 'python3', '-c', script],
  };
}

/** Files that commands need, by name. */
export const clientFiles: Readonly<Record<string, string>> = {
  'Ask.java': java(),
  'ask.go': go(),
  // No look for newer releases.
  'config.json': JSON.stringify({ disable_update_warnings: true }),
};

/** The clients, in the order of the table. */
export const clients: readonly ClientCase[] = [
  {
    name: 'curl',
    needs: ['curl'],
    command: shell('curl -sS "$SECURE/secure" "$PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'wget',
    needs: ['wget'],
    command: shell('wget -qO- "$SECURE/secure" && wget -qO- "$PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'Python, urllib',
    needs: ['python3'],
    command: [
      'python3',
      '-c',
      'import os, urllib.request as r\nfor n in "SECURE", "PLAIN": r.urlopen(os.environ[n] + "/" + n).read()',
    ],
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, Requests',
    ...python(
      'requests',
      'import os, requests\nfor n in "SECURE", "PLAIN": requests.get(os.environ[n] + "/" + n).raise_for_status()',
    ),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, HTTPX',
    ...python(
      'httpx',
      'import os, httpx\nfor n in "SECURE", "PLAIN": httpx.get(os.environ[n] + "/" + n).raise_for_status()',
    ),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, aiohttp',
    ...python('aiohttp', AIOHTTP),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, urllib3',
    ...python(
      'urllib3',
      'import os, urllib3\np = urllib3.PoolManager()\nfor n in "SECURE", "PLAIN": assert p.request("GET", os.environ[n] + "/" + n).status == 200',
    ),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, httplib2',
    ...python(
      'httplib2',
      'import os, httplib2\nfor n in "SECURE", "PLAIN": httplib2.Http().request(os.environ[n] + "/" + n)',
    ),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, http.client',
    needs: ['python3'],
    // It connects to what it is given, and trusts what OpenSSL does.
    command: [
      'python3',
      '-c',
      'import os, http.client as c, urllib.parse as u\np = u.urlsplit(os.environ["PLAIN"])\nk = c.HTTPConnection(p.hostname, p.port)\nk.request("GET", "/x")\nassert k.getresponse().status == 200',
    ],
    tries: 'plain',
    requests: [],
  },
  { name: 'this Node.js', needs: [], command: [process.execPath, '-e', nodeScript], requests: nodeRequests },
  {
    name: 'an older Node.js',
    needs: [],
    ready: () => nodeBefore !== process.execPath,
    command: [nodeBefore, '-e', nodeScript],
    requests: nodeRequests,
  },
  {
    name: 'Node.js, the package ws',
    needs: [],
    command: [process.execPath, '-e', WS],
    requests: [upgraded('/secure'), upgraded('/plain', false)],
  },
  {
    name: 'Node.js, http2',
    needs: [],
    command: [process.execPath, '--input-type=module', '-e', HTTP2],
    tries: 'secure',
    requests: [got('/http2')],
  },
  {
    name: 'Node.js, WebSocket',
    needs: [],
    command: [process.execPath, '-e', `(async () => {${WEB_SOCKET('((name) => process.env[name])')}})()`],
    requests: [upgraded('/secure'), upgraded('/plain', false)],
  },
  {
    name: 'npm',
    needs: ['npm'],
    command: shell('npm ping --silent --no-update-notifier --fetch-retries=0 --registry "$SECURE"'),
    tries: 'secure',
    requests: [got('/-/ping')],
  },
  {
    name: 'Java',
    needs: ['java', 'javac'],
    command: shell('javac -d classes Ask.java && java -cp classes Ask'),
    requests: [got('/connection'), got('/client'), got('/connection', false), got('/client', false)],
  },
  {
    name: 'Perl, HTTP::Tiny',
    needs: ['perl'],
    ready: () => succeeds('perl', '-MHTTP::Tiny', '-MIO::Socket::SSL', '-e', ''),
    command: [
      'perl',
      '-MHTTP::Tiny',
      '-e',
      'die unless HTTP::Tiny->new(verify_SSL => 1)->get("$ENV{SECURE}/x")->{success}',
    ],
    tries: 'secure',
    requests: [got('/x')],
  },
  {
    name: 'Perl, LWP',
    needs: ['perl'],
    ready: () => succeeds('perl', '-MLWP::Protocol::https', '-e', ''),
    command: [
      'perl',
      '-MLWP::UserAgent',
      '-e',
      'die unless LWP::UserAgent->new->get("$ENV{SECURE}/x")->is_success',
    ],
    tries: 'secure',
    requests: [got('/x')],
  },
  {
    name: 'PHP, curl',
    needs: ['php'],
    ready: () => succeeds('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    command: ['php', '-r', 'exit(curl_exec(curl_init(getenv("SECURE") . "/x")) ? 0 : 1);'],
    tries: 'secure',
    requests: [got('/x')],
  },
  {
    name: 'PHP, streams',
    needs: ['php'],
    command: shell(
      `echo '<?php foreach (["SECURE", "PLAIN"] as $n) file_get_contents(getenv($n) . "/$n") || exit(1);' > streams.php && php streams.php`,
    ),
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Ruby, Net::HTTP',
    needs: ['ruby'],
    command: [
      'ruby',
      '-rnet/http',
      '-e',
      '%w[SECURE PLAIN].each { |n| Net::HTTP.get_response(URI("#{ENV[n]}/#{n}")).value }',
    ],
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Go, net/http',
    needs: ['go'],
    command: shell('go run ask.go "$NAMED_SECURE/secure" "$NAMED_PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'Go, net/http, localhost',
    needs: ['go'],
    command: shell('go run ask.go "$PLAIN/plain"'),
    tries: 'plain',
    requests: [],
  },
  {
    name: 'HTTPie',
    needs: ['http'],
    command: shell('http --ignore-stdin -b "$SECURE/secure" && http --ignore-stdin -b "$PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'Deno',
    needs: ['deno'],
    command: ['deno', 'eval', 'await (await fetch(Deno.env.get("SECURE") + "/x")).text()'],
    tries: 'secure',
    requests: [got('/x')],
  },
  {
    name: 'Bun',
    needs: ['bun'],
    command: ['bun', '-e', 'await (await fetch(process.env.SECURE + "/x")).text()'],
    tries: 'secure',
    requests: [got('/x')],
  },
  {
    name: 'Deno, WebSocket',
    needs: ['deno'],
    command: ['deno', 'eval', WEB_SOCKET('Deno.env.get')],
    requests: [upgraded('/secure'), upgraded('/plain', false)],
  },
  {
    name: 'Bun, WebSocket',
    needs: ['bun'],
    command: ['bun', '-e', WEB_SOCKET('((name) => process.env[name])')],
    requests: [],
  },
];
