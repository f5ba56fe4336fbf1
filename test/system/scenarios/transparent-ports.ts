// A transparent run whose command uses ports of all sizes, of servers outside and of its own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { OTHER_MACHINE } from '../../helpers/namespace.ts';
import { startResolver } from './resolver.ts';

const PROXYCTL = new URL('../../../bin/proxyctl.js', import.meta.url).pathname;
/** Another machine that has an IPv6 address. */
const OTHER_IPV6 = 'fd00:9::9';

/** Ignores proxies. Prints what it gets from each URL, and from servers of its own at each address. */
const CLIENT = `
import http.server, json, os, socket, sys, threading, urllib.request

fetch = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
outside, own = json.loads(sys.argv[1])

def get(url):
    try: return fetch(url, timeout=20).read().decode()
    except Exception as error: return type(error).__name__

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(('own ' + self.path).encode())
    def log_message(self, *_): pass

class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # The base class looks up the name of each address.
    def server_bind(self):
        socket.socket.bind(self.socket, self.server_address)
        self.server_port = self.socket.getsockname()[1]

class Server6(Server):
    address_family = socket.AF_INET6

got = {url: get(url) for url in outside}
for address, port, host in own:
    server = (Server6 if ':' in address else Server)((address, port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = 'http://%s:%d/own' % (host, server.server_port)
    got['%s at %s:%d' % (host, address, port)] = get(url)
print(json.dumps(got))
`;

const folder = process.argv[2]!;
const [outside, own] = JSON.parse(process.argv[3]!) as [string[], [string, number, string][]];
const temporary = join(folder, 'tmp');
for (const each of ['home', 'tmp']) mkdirSync(join(folder, each), { mode: 0o700 });
execFileSync('ip', ['-6', 'addr', 'add', `${OTHER_IPV6}/128`, 'dev', 'lo', 'nodad']);

const dnsmasq = await startResolver();
const servers = await Promise.all(
  ['127.0.0.1 11434', '127.0.0.1 27017', '127.0.0.1 50051', '127.0.0.1 65535', '::1 27018'].map(serve),
);
servers.push(await serve(`${OTHER_MACHINE} 50052`), await serve(`${OTHER_IPV6} 50053`));
const before = inUse();

const har = join(folder, 'run.har');
const child = spawn(
  process.execPath,
  [PROXYCTL, 'run', '--port', '0', '--quiet', '--record', har, '--transparent', '--'].concat(
    'python3',
    '-c',
    CLIENT,
    JSON.stringify([outside, own]),
  ),
  {
    env: { ...process.env, PROXYCTL_HOME: join(folder, 'home'), TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let output = '';
child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
const [code] = (await once(child, 'close')) as [number];
const { log } = JSON.parse(readFileSync(har, 'utf8')) as {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly url: string };
      readonly _proxyClient?: string;
    }[];
  };
};
const left = inUse();
for (const server of servers) server.close();
dnsmasq.kill();
writeFileSync(
  1,
  JSON.stringify({
    code,
    got: JSON.parse(output) as unknown,
    captured: log.entries.map(({ request }) => request.url),
    apps: [...new Set(log.entries.map(({ _proxyClient: app }) => app))],
    left: left.filter((each) => !before.includes(each)).concat(readdirSync(temporary)),
  }),
);
process.exit(0);

async function serve(endpoint: string): Promise<http.Server> {
  const [host, port] = endpoint.split(' ');
  const server = http.createServer((_, response) => response.end(`outside ${endpoint}`));
  server.listen(Number(port), host);
  await once(server, 'listening');
  return server;
}

/** Returns the processes and the network namespaces of this PID namespace, its links and its mounts. */
function inUse(): readonly string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const namespaces = processes.map((id) => readlinkSync(`/proc/${id}/ns/net`));
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return [...processes, ...new Set(namespaces), ...readdirSync('/sys/class/net'), ...mounts];
}
