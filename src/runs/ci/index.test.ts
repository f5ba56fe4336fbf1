import { expect, test } from 'vitest';
import { parseYaml } from '../../documents/yaml.ts';
import { ciText, type CiRun } from './index.ts';

const RUN: CiRun = {
  configuration: null,
  collection: 'Check out',
  environment: 'Staging',
  dataset: 'customers',
  only: ['r1', "it's"],
  isOrdered: true,
  iterations: 3,
  parallel: 2,
  delayMs: 10,
  timeoutMs: 0,
  totalTimeoutMs: 60_000,
  scriptTimeoutMs: 500,
  bail: true,
  failsOnEarlyEnd: true,
  ignoreRedirects: true,
  insecure: false,
  allowBroken: true,
  envVars: { host: 'http://a.test' },
  globalVars: { note: 'two words' },
  reports: ['junit'],
  secrets: ['clientSecret'],
  folder: 'api',
};

test('a command has every option, and quotes what a shell would read', () => {
  expect(ciText(RUN, 'command')).toBe(
    "proxyctl collection run 'Check out' -e Staging -d customers -n 3 --folder r1 --folder 'it'\\''s' --in-order --parallel 2 --delay-request 10 --timeout-request 0 --timeout 60000 --timeout-script 500 --bail --fail-on-early-end --ignore-redirects --allow-broken --env-var host=http://a.test --global-var 'note=two words' -r cli,junit",
  );
});

test('a saved configuration needs its name alone', () => {
  expect(ciText({ ...RUN, configuration: 'Nightly' }, 'command')).toBe(
    'proxyctl collection run --config Nightly',
  );
});

test('jobs take secrets from the environment, and keep reports of failed runs', () => {
  const github = parseYaml(ciText(RUN, 'github')) as { jobs: { api: { steps: Record<string, unknown>[] } } };
  const [, , step, upload] = github.jobs.api.steps;
  expect(step).toMatchObject({ env: { CLIENT_SECRET: '${{ secrets.CLIENT_SECRET }}' } });
  expect(step!['run']).toContain('--workspace api --env-var clientSecret="$CLIENT_SECRET"');
  expect(upload).toMatchObject({ if: 'always()', with: { path: 'cloak-run.xml' } });
  const gitlab = parseYaml(ciText(RUN, 'gitlab')) as { api: object };
  expect(gitlab.api).toMatchObject({ artifacts: { when: 'always', reports: { junit: 'cloak-run.xml' } } });
  expect(ciText(RUN, 'shell')).toMatch(/^#!\/bin\/sh\n.*\n# CLIENT_SECRET\.\nset -eu\nnpx proxyctl /);
});
