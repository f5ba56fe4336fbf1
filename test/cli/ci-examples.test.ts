// The examples in ci/examples: the tests of each tool behind `proxyctl run`, against a server with HTTPS. Their requests
// are decrypted without a word in the tests, and a request that fails unnoticed fails the run.
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chromiumPath } from '../helpers/chromium.ts';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** Go uses no proxy for `localhost`. */
const NAMED = 'shop.test';
const PAGE = `<p id="orders"></p><script>
fetch('/orders').then((response) => response.text()).then((text) => { orders.textContent = text; });
fetch('/stock');
</script>`;

let origin: Origin;
let home: TemporaryHome;
let stock = 200;

beforeAll(async () => {
  home = temporaryHome();
  origin = await startOrigin(({ url = '' }, response) => answer(url, response));
  const rules = [{ host: NAMED, address: '127.0.0.1' }];
  const tools = { version: 1, tools: { dnsSpoofing: { enabled: true, rules } } };
  writeFileSync(join(home.path, 'tools.json'), JSON.stringify(tools));
});

afterAll(async () => {
  await origin.close();
  home.remove();
});

function answer(url: string, response: ServerResponse): void {
  if (url === '/') response.setHeader('Content-Type', 'text/html').end(PAGE);
  else if (url === '/orders') response.setHeader('Content-Type', 'application/json').end('[{"id":7}]');
  else response.writeHead(url === '/stock' ? stock : 204).end();
}

test('the snippets of the page use the action as it is', () => {
  const page = readFileSync(join(project, 'docs', 'ci.md'), 'utf8');
  const { inputs } = parse(readFileSync(join(project, 'action.yml'), 'utf8')) as { readonly inputs: object };
  const steps = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].flatMap(([, text = '']) =>
    stepsOf(parse(text)),
  );
  const used = steps.filter(({ uses }) => uses?.startsWith('traffic-proxy/') === true);
  expect(used).toHaveLength(EXAMPLES.length + 2);
  for (const { with: given = {} } of used) {
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(given['command']).toMatch(/\w/);
  }
});

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** Returns the steps of a workflow, or a list of them. */
function stepsOf(document: unknown): readonly Step[] {
  if (Array.isArray(document)) return document as readonly Step[];
  const { jobs = {} } = document as {
    readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  };
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

interface Example {
  readonly tool: string;
  /** Behind `--`, in the folder of the example. */
  readonly command: readonly string[];
  readonly host?: string;
  readonly env?: () => Promise<NodeJS.ProcessEnv>;
}

const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
const play = join(project, 'test', 'helpers', 'play-configured.mjs');

const EXAMPLES: readonly (Example & { readonly isMissing: boolean })[] = [
  { tool: 'vitest', command: [process.execPath, vitest, 'run'], isMissing: false },
  {
    tool: 'playwright',
    command: [process.execPath, play],
    env: async () => ({ TEST_CHROMIUM: await chromiumPath() }),
    isMissing: false,
  },
  {
    tool: 'pytest',
    command: ['pytest', '-q', '-p', 'no:cacheprovider'],
    env: () => Promise.resolve({ PYTHONDONTWRITEBYTECODE: '1' }),
    isMissing: missing('pytest'),
  },
  { tool: 'go', command: ['go', 'test', '-count=1', './...'], host: NAMED, isMissing: missing('go') },
];

for (const { isMissing, ...example } of EXAMPLES)
  test.skipIf(isMissing)(example.tool, { tags: ['full'] }, async () => {
    stock = 200;
    const good = await run(example);
    expect(good, good.stdout + good.stderr).toMatchObject({ code: 0 });
    expect(recorded()).toEqual(expect.arrayContaining(['200 /orders', '200 /stock']));
    stock = 500;
    const bad = await run(example);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/--fail-on-error: .*\/stock/);
  });

async function run({ tool, command, host = 'localhost', env }: Example): Promise<CliResult> {
  const options = ['--port', '0', '--ssl', '*', '--insecure', NAMED, '--fail-on-error'];
  const files = ['--tools', join(home.path, 'tools.json'), '--record', join(home.path, 'traffic.har')];
  return runCli(['run', ...options, ...files, '--', ...command], {
    home: join(home.path, 'home'),
    cwd: join(project, 'ci', 'examples', tool),
    env: {
      NODE_EXTRA_CA_CERTS: origin.caPath,
      SHOP_URL: `https://${host}:${origin.httpsPort}`,
      // What the runner of this test sets is not for the one of the example.
      VITEST: undefined,
      NODE_OPTIONS: undefined,
      ...(await env?.()),
    },
  });
}

/** Returns the decrypted requests with their status. */
function recorded(): readonly string[] {
  const { log } = JSON.parse(readFileSync(join(home.path, 'traffic.har'), 'utf8')) as {
    readonly log: {
      readonly entries: readonly {
        request: { readonly url: string };
        response: { readonly status: number };
      }[];
    };
  };
  return log.entries
    .filter(({ request }) => request.url.startsWith('https:'))
    .map(({ request, response }) => `${response.status} ${new URL(request.url).pathname}`);
}
