// The same run elsewhere: the command line of a run, and the jobs of continuous integration that start it.
import { shellWord } from '../../snippets/shared/shell-words.ts';
import { writeYaml } from '../../documents/yaml.ts';
import type { RunConfiguration } from '../../collections/model/run-configuration.ts';
import type { CiSystem } from './systems.ts';

/** A run with the names that a reader knows its parts by. */
export interface CiRun extends Omit<RunConfiguration, 'id' | 'name' | 'collection' | 'environment'> {
  /** The name of the saved configuration; null where none has just these options. */
  readonly configuration: string | null;
  readonly collection: string;
  readonly environment: string | null;
  /** Names of secret variables, whose values are not in the files of the workspace. */
  readonly secrets: readonly string[];
  /** The folder of the workspace, from that of the repository on; `.` for itself. */
  readonly folder: string;
}

/** The version of Node.js that the jobs take. */
const NODE = 24;

/** Returns the run as a command, or as a file of a system for continuous integration. */
export function ciText(run: CiRun, system: CiSystem): string {
  return writers[system](run);
}

const writers: Readonly<Record<CiSystem, (run: CiRun) => string>> = {
  command: (run) => ['proxyctl', ...wordsOf(run)].join(' '),
  shell: (run) => `#!/bin/sh
# Needs Node.js ${NODE} or newer${run.secrets.length === 0 ? '' : `, and the values of secrets in the environment:\n# ${run.secrets.map(environmentName).join(', ')}`}.
set -eu
${npx(run)}
`,
  // YAML 1.1 reads a bare `on` as true, GitHub as a name.
  github: (run) => `# .github/workflows/api.yml
${writeYaml({
  name: 'API',
  on: ['push'],
  jobs: {
    api: {
      'runs-on': 'ubuntu-latest',
      steps: [
        { uses: 'actions/checkout@v4' },
        { uses: 'actions/setup-node@v4', with: { 'node-version': NODE } },
        {
          run: npx(run),
          ...(run.secrets.length > 0 && {
            env: Object.fromEntries(
              run.secrets.map((name) => [environmentName(name), `\${{ secrets.${environmentName(name)} }}`]),
            ),
          }),
        },
        ...(reportsOf(run).length === 0
          ? []
          : [
              {
                if: 'always()',
                uses: 'actions/upload-artifact@v4',
                with: { name: 'reports', path: reportsOf(run).join('\n') },
              },
            ]),
      ],
    },
  },
}).replace('"on":', 'on:')}`,
  gitlab: (
    run,
  ) => `# .gitlab-ci.yml${run.secrets.length === 0 ? '' : `, with the CI/CD variables ${run.secrets.map(environmentName).join(', ')}`}
${writeYaml({
  api: {
    image: `node:${NODE}`,
    script: [npx(run)],
    ...(reportsOf(run).length > 0 && {
      artifacts: {
        when: 'always',
        paths: reportsOf(run),
        ...(run.reports.includes('junit') && { reports: { junit: REPORT_FILES.junit } }),
      },
    }),
  },
})}`,
};

const REPORT_FILES = { json: 'cloak-run.json', junit: 'cloak-run.xml', html: 'cloak-run.html' } as const;

function reportsOf({ reports }: CiRun): readonly string[] {
  return reports.map((name) => REPORT_FILES[name]);
}

function npx(run: CiRun): string {
  return ['npx', 'proxyctl', ...wordsOf(run), '--workspace', quoted(run.folder), ...secretWords(run)].join(
    ' ',
  );
}

/** Values of secrets come from the environment of the job, so that they are in no file and no log. */
function secretWords({ secrets }: CiRun): readonly string[] {
  return secrets.flatMap((name) => ['--env-var', `${quoted(`${name}=`)}"$${environmentName(name)}"`]);
}

/** Returns the words of the command behind its name. */
function wordsOf(run: CiRun): readonly string[] {
  if (run.configuration !== null) return ['collection', 'run', '--config', quoted(run.configuration)];
  const { collection, environment, dataset, iterations, only, isOrdered, parallel, delayMs, timeoutMs } = run;
  return [
    'collection',
    'run',
    quoted(collection),
    ...(environment === null ? [] : ['-e', quoted(environment)]),
    ...(dataset === null ? [] : ['-d', quoted(dataset)]),
    ...(iterations === null ? [] : ['-n', String(iterations)]),
    ...only.flatMap((each) => ['--folder', quoted(each)]),
    ...(isOrdered && only.length > 0 ? ['--in-order'] : []),
    ...(parallel === 1 ? [] : ['--parallel', String(parallel)]),
    ...(delayMs === 0 ? [] : ['--delay-request', String(delayMs)]),
    ...(timeoutMs === null ? [] : ['--timeout-request', String(timeoutMs)]),
    ...(run.totalTimeoutMs === null ? [] : ['--timeout', String(run.totalTimeoutMs)]),
    ...(run.scriptTimeoutMs === null ? [] : ['--timeout-script', String(run.scriptTimeoutMs)]),
    ...(run.bail ? ['--bail'] : []),
    ...(run.failsOnEarlyEnd ? ['--fail-on-early-end'] : []),
    ...(run.ignoreRedirects ? ['--ignore-redirects'] : []),
    ...(run.insecure ? ['--insecure'] : []),
    ...(run.allowBroken ? ['--allow-broken'] : []),
    ...variableWords('--env-var', run.envVars),
    ...variableWords('--global-var', run.globalVars),
    ...(run.reports.length === 0 ? [] : ['-r', ['cli', ...run.reports].join(',')]),
  ];
}

function variableWords(option: string, variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => [option, quoted(`${name}=${value}`)]);
}

/** Quotes a word where a shell needs it. */
function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) && !word.startsWith('-') ? word : shellWord(word);
}

/** Returns the name that a variable has in the environment of a process. */
function environmentName(name: string): string {
  const plain = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase();
  return /^\d/.test(plain) ? `_${plain}` : plain;
}
