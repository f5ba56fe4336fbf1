// Exports environments for Postman, without the values of secret variables.
import type { PostmanEnvironment } from '../../documents/postman.ts';
import { defineExport, type EnvironmentExport } from './contract.ts';

export const postmanEnvironment = defineExport<EnvironmentExport>({
  kind: 'environment',
  format: 'postman',
  label: 'Postman environment',
  ending: '.postman_environment.json',
  write: ({ id, name, variables }) => {
    const file: PostmanEnvironment = {
      id,
      name,
      values: variables.map((variable) => ({
        key: variable.name,
        value: variable.secret ? '' : variable.value,
        type: variable.secret ? 'secret' : 'default',
        enabled: variable.enabled,
        ...(variable.docs !== '' && { description: variable.docs }),
      })),
      _postman_variable_scope: 'environment',
    };
    return { text: `${JSON.stringify(file, null, 2)}\n`, warnings: [] };
  },
});
