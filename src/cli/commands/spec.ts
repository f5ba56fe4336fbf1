// `proxyctl spec`: checks and compares API descriptions.
import { defineCommand, defineCommandGroup } from '../command.ts';

const lint = defineCommand({
  name: 'lint',
  summary: 'Print the problems of an OpenAPI, AsyncAPI or Arazzo file',
  configure: (c) =>
    c
      .argument('<file>', 'YAML or JSON file; its references are followed within its folder')
      .option('--ruleset <file>', 'rules in the format of redocly.yaml; by default the recommended ones')
      .option('--json', 'print a JSON list'),
  action: async ([file], options) => {
    const { lintFromCommandLine } = await import('../spec/lint.ts');
    return lintFromCommandLine(file, options);
  },
});

const diff = defineCommand({
  name: 'diff',
  summary: 'Print what changed between two versions of an OpenAPI or Swagger file',
  configure: (c) =>
    c
      .argument('<old>', 'YAML or JSON file')
      .argument('<new>', 'YAML or JSON file')
      .option('--allow-breaking', 'exit with 0 in spite of breaking changes')
      .option('--json', 'print a JSON list'),
  action: async ([before, after], options) => {
    const { diffFromCommandLine } = await import('../spec/diff.ts');
    return diffFromCommandLine(before, after, options);
  },
});

export const command = defineCommandGroup({
  name: 'spec',
  summary: 'Check and compare API descriptions',
  commands: [lint, diff],
});
