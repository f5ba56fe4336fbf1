// `proxyctl spec`: checks API descriptions.
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

export const command = defineCommandGroup({
  name: 'spec',
  summary: 'Check API descriptions',
  commands: [lint],
});
