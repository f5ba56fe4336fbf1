// Lints with oxlint, which knows nearly all rules of eslint.config.ts and takes a quarter of ESLint's time (see
// docs/decisions/0025). Its configuration is derived from that file. Where oxlint has no build for this machine, and
// with --full, ESLint runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { LONGER } from '../eslint.config.ts';

const project = join(import.meta.dirname, '..');
const CONFIG = join(project, 'node_modules', '.cache', 'oxlint.json');
const isWindows = process.platform === 'win32';
const FOLDERS = ['bench', 'bin', 'extensions', 'scripts', 'src', 'test', 'ui'];

/** Files that eslint.config.ts ignores in these folders. */
const IGNORED = ['test/corpus/**', 'bench/browser/in-page.js', 'test/helpers/frameworks/**'];

/** Areas whose rules depart from those of `src/index.ts`, each with a file that stands for it. */
const AREAS = [
  ['ui/main.tsx', ['**/ui/**']],
  ['bin/proxyctl.js', ['**/bin/**']],
  [LONGER[0]!, LONGER.map((file) => `**/${file}`)],
  ['test/helpers/hermetic.ts', ['**/test/**', '**/bench/**', '**/*.test.ts']],
] as const;

/** Rules that oxlint does not have. */
const UNKNOWN = new Set(['@typescript-eslint/no-unsafe-class-instance-assignment', 'no-restricted-syntax']);

process.exitCode = process.argv.includes('--full') ? eslint() : await oxlint();

function eslint(): number {
  const cache = ['--cache', '--cache-location', 'node_modules/.cache/eslint/'];
  return run('eslint', ['.', '--concurrency', '2', ...cache]);
}

async function oxlint(): Promise<number> {
  if (!isThere('oxlint', '--version') || !isThere('tsgolint', '--help')) {
    console.log('oxlint has no build for this machine: ESLint runs');
    return eslint();
  }
  mkdirSync(dirname(CONFIG), { recursive: true });
  writeFileSync(CONFIG, JSON.stringify(await configuration(), null, 2));
  // Patterns of the configuration would be looked for in its own folder.
  const ignored = IGNORED.map((pattern) => `--ignore-pattern=${pattern}`);
  return run('oxlint', ['--type-aware', '--config', CONFIG, ...ignored, ...FOLDERS]);
}

/** Its program, and that of the rules with types, are optional dependencies of their packages. */
function isThere(program: string, option: string): boolean {
  return spawnSync(bin(program), [option], { shell: isWindows }).status === 0;
}

function bin(program: string): string {
  return join(project, 'node_modules', '.bin', program);
}

function run(program: string, args: readonly string[]): number {
  return spawnSync(bin(program), args, { cwd: project, stdio: 'inherit', shell: isWindows }).status ?? 1;
}

type Rules = Readonly<Record<string, unknown>>;

async function configuration(): Promise<object> {
  const rules = await rulesFor('src/index.ts');
  return {
    plugins: ['typescript', 'react'],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(Object.entries(rules).filter(([, setting]) => setting !== 'off')),
    overrides: await Promise.all(
      AREAS.map(async ([file, files]) => ({ files, rules: departures(await rulesFor(file), rules) })),
    ),
  };
}

/** Returns the rules of an area that differ, without those that are off everywhere. */
function departures(own: Rules, general: Rules): Rules {
  const names = Object.keys(own).filter((name) => {
    const before = general[name] ?? 'off';
    return JSON.stringify(own[name]) !== JSON.stringify(before);
  });
  return Object.fromEntries(names.map((name) => [name, own[name]]));
}

async function rulesFor(file: string): Promise<Rules> {
  const config = (await new ESLint({ cwd: project }).calculateConfigForFile(
    join(project, file),
  )) as Linter.Config;
  const all = Object.entries(config.rules ?? {}).filter(([name]) => !UNKNOWN.has(name));
  return Object.fromEntries(all.map(([name, setting]) => [nameInOxlint(name), settingInOxlint(setting)]));
}

function nameInOxlint(name: string): string {
  return name.replace('@typescript-eslint/', 'typescript/').replace('react-hooks/', 'react/');
}

function settingInOxlint(setting: Linter.RuleEntry | undefined): unknown {
  const [severity, ...options] = (Array.isArray(setting) ? setting : [setting]) as readonly unknown[];
  return severity === undefined || severity === 0 || severity === 'off' ? 'off' : ['error', ...options];
}
