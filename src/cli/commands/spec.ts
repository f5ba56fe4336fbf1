// `proxyctl spec`: checks, compares, imports and synchronizes API descriptions.
import { defineCommand, defineCommandGroup } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

const lint = defineCommand({
  name: 'lint',
  summary: 'Print the problems of an OpenAPI, AsyncAPI or Arazzo file',
  examples: [
    ['proxyctl spec lint openapi.yaml', 'check it by the recommended rules'],
    ['proxyctl spec lint openapi.yaml --ruleset .spectral.yaml --json', 'check it by your own'],
  ],
  configure: (c) =>
    c
      .argument('<file>', 'YAML or JSON file; its references are followed within its folder')
      .option(
        '--ruleset <file>',
        'rules in the format of redocly.yaml or Spectral; by default the recommended ones',
      )
      .option('--json', 'print a JSON list'),
  action: async ([file], options) => {
    const { lintFromCommandLine } = await import('../spec/lint.ts');
    return lintFromCommandLine(file, options);
  },
});

const diff = defineCommand({
  name: 'diff',
  summary: 'Print what changed between two versions of an OpenAPI or Swagger file',
  examples: [
    ['proxyctl spec diff v1.yaml v2.yaml', 'see what changed, and what of it breaks clients'],
    ['proxyctl spec diff HEAD:openapi.yaml openapi.yaml', 'see what changed since the last commit'],
    ['proxyctl spec diff v1.yaml v2.yaml --format markdown', 'write a change log'],
  ],
  configure: (c) =>
    c
      .argument('<old>', 'YAML or JSON file, or one in a commit, such as v1.0:openapi.yaml')
      .argument('<new>', 'the same')
      .addOption(
        c
          .createOption('--format <name>', 'what is printed')
          .choices(['text', 'markdown', 'html', 'json', 'github'] as const)
          .default('text' as const),
      )
      .addOption(
        c
          .createOption('--level <level>', 'the least that is printed')
          .choices(['error', 'warning', 'info'] as const)
          .default('info' as const),
      )
      .addOption(
        c
          .createOption('--fail-on <level>', 'exit with 1 at a change of this level or worse')
          .choices(['error', 'warning', 'info'] as const)
          .default('error' as const),
      )
      .option('--ignore <file>', 'changes that do not count; by default NAME.ignore.yaml beside <new>')
      .option(
        '--deprecation-days <days>',
        'what is deprecated must say on which day it goes, in so many days or later',
      )
      .option('--allow-breaking', 'exit with 0 whatever changed')
      .option('--json', 'short for --format json'),
  action: async ([before, after], options) => {
    const { diffFromCommandLine } = await import('../spec/diff.ts');
    return diffFromCommandLine(before, after, options);
  },
});

const check = defineCommand({
  name: 'check',
  summary: 'Compare recorded traffic with an OpenAPI or Swagger file',
  examples: [
    ['proxyctl spec check openapi.yaml app.proxysession', 'see which calls do not fit'],
    ['proxyctl spec check openapi.yaml app.har --json', 'for programs, by operation'],
  ],
  configure: (c) =>
    c
      .argument('<file>', 'YAML or JSON file')
      .argument('<recordings...>', 'sessions and HAR files')
      .option('--json', 'print JSON, with the operations that fit too'),
  action: async ([file, recordings], options) => {
    const { checkFromCommandLine } = await import('../spec/check.ts');
    return checkFromCommandLine(file, recordings, options);
  },
});

const importSpec = defineCommand({
  name: 'import',
  summary: 'Add an OpenAPI or Swagger file to the workspace, with a collection of its operations',
  examples: [
    ['proxyctl spec import openapi.yaml', 'add it to the workspace of the app'],
    ['proxyctl spec import openapi.yaml --workspace ./api', 'add it to a folder'],
  ],
  configure: (c) =>
    c.argument('<file>', 'YAML or JSON file').option('--workspace <folder>', 'folder of the workspace'),
  action: async ([file], options) => {
    const { importSpecFromCommandLine } = await import('../spec/import.ts');
    return importSpecFromCommandLine(file, options);
  },
});

const sync = defineCommand({
  name: 'sync',
  summary: 'Bring the collection of a specification up to date; tests, scripts, auth and examples stay',
  examples: [
    ['proxyctl spec sync openapi.yaml', 'take over a new version of a file'],
    ["proxyctl spec sync 'Shop API'", 'bring the collection of a description up to date'],
  ],
  configure: (c) =>
    c
      .argument('<source>', 'file with a new version, or name or id of a specification in the workspace')
      .option('--spec <name>', 'the specification to update, by default the one with the title of the file')
      .option('--dry-run', 'print what would change, with the parts of updated requests; write nothing')
      .option('--leave-out <id>', 'a change not to make, by the id of its request; repeatable', collect, none)
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([source], options) => {
    const { syncFromCommandLine } = await import('../spec/sync.ts');
    return syncFromCommandLine(source, options);
  },
});

export const command = defineCommandGroup({
  name: 'spec',
  summary: 'Check, compare, import and synchronize API descriptions, and compare traffic with them',
  commands: [lint, importSpec, sync, diff, check],
});
