// Runs the code formats of all toolchains, having installed what is missing where it may (Debian packages as
// root, npm packages into a temporary folder), and writes what it saw into docs/code-formats.md.
import { execFileSync, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'oxfmt';
import type { Toolchain } from '../test/helpers/snippets/toolchain.ts';
import { snippetFormats } from '../src/snippets/index.ts';

const PAGE = 'docs/code-formats.md';
const BEGIN = '<!-- results: written by npm run test:snippets -->';
const END = '<!-- end of results -->';

const PACKAGES = [
  'cargo',
  'curl',
  'default-jdk-headless',
  'gcc',
  'golang-go',
  'httpie',
  'kotlin',
  'libc6-dev',
  'libcurl4-openssl-dev',
  'libmono-system-net-http4.0-cil',
  'libokhttp-java',
  'librust-reqwest-dev',
  'librust-tokio-dev',
  'mono-mcs',
  'mono-runtime',
  'php-cli',
  'php-curl',
  'python3-requests',
  'ruby',
  'rustc',
  'wget',
];

const tools = mkdtempSync(join(tmpdir(), 'proxyctl-snippet-tools-'));
try {
  install();
  process.env['SNIPPET_TOOLS'] = tools;
  process.exitCode = await runAllToolchains();
} finally {
  rmSync(tools, { recursive: true, maxRetries: 3 });
}

function install(): void {
  const isDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (isDebian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options: SpawnSyncOptions = { env, stdio: ['ignore', 'ignore', 'inherit'] };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], options);
  }
  execFileSync('npm', ['install', '--no-save', '--prefix', tools, 'axios'], { stdio: 'ignore' });
}

async function runAllToolchains(): Promise<number> {
  // Loaded now: what toolchains find depends on what was installed.
  const { toolchains } = await import('../test/helpers/snippets/toolchains/index.ts');
  const { absence, runAll } = await import('../test/helpers/snippets/run.ts');
  const rows: string[] = [];
  let failed = 0;
  for (const toolchain of toolchains) {
    const why = await absence(toolchain, true);
    const { requests, errors } = why === null ? await runAll(toolchain) : { requests: 0, errors: [] };
    if (errors.length > 0) failed += 1;
    for (const error of errors) process.stderr.write(`${toolchain.id}: ${error}\n`);
    const result = why ?? (errors.length === 0 ? 'all as captured' : `${errors.length} differ`);
    process.stdout.write(`${toolchain.id}: ${requests} requests, ${result}\n`);
    rows.push(`| ${labelOf(toolchain)} | ${versionOf(toolchain)} | ${requests} | ${result} |`);
  }
  await writeResults(rows);
  return failed === 0 ? 0 : 1;
}

function labelOf({ id }: Toolchain): string {
  return snippetFormats.find((found) => found.id === id)?.label ?? id;
}

function versionOf({ by, version: [program, ...args] }: Toolchain): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  const number = /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
  return `${by} ${number}`;
}

async function writeResults(rows: readonly string[]): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  const table = ['| Format | Run by | Requests | Result |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const whole = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  writeFileSync(PAGE, (await format('page.md', whole)).code);
}
