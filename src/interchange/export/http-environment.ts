// Exports an environment as the file that the HTTP client of JetBrains and httpyac read: `http-client.env.json`.
import { defineExport, type EnvironmentExport } from './contract.ts';

export const httpEnvironment = defineExport<EnvironmentExport>({
  kind: 'environment',
  format: 'http',
  label: 'Environment of .http files',
  ending: '.http-client.env.json',
  write: ({ name, variables }) => {
    const shown = variables.filter(({ enabled, secret }) => enabled && !secret);
    const values = Object.fromEntries(shown.map((variable) => [variable.name, variable.value]));
    const secrets = variables
      .filter(({ enabled, secret }) => enabled && secret)
      .map((variable) => variable.name);
    return {
      text: `${JSON.stringify({ [name]: values }, null, 2)}\n`,
      warnings: secrets.length === 0 ? [] : [`secret variables were left out: ${secrets.join(', ')}`],
    };
  },
});
