// Finds variables of servers that their URL does not have, and defaults that are none of their values.
import { isObject } from '../../base/is-object.ts';
import { defineRule, type Finding } from './contract.ts';

export const serverVariables = defineRule({
  name: 'server-variables',
  severity: 'warning',
  check: (document) => {
    if (!isObject(document) || !Array.isArray(document['servers'])) return [];
    return document['servers'].flatMap((server: unknown, at) => inServer(server, `#/servers/${at}`));
  },
});

function inServer(server: unknown, pointer: string): readonly Finding[] {
  if (!isObject(server)) return [];
  const { url, variables } = server;
  if (typeof url !== 'string' || !isObject(variables)) return [];
  return Object.entries(variables).flatMap(([name, variable]) => {
    const at = `${pointer}/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!url.includes(`{${name}}`)) return [{ pointer: at, message: `The URL has no variable {${name}}.` }];
    const values = isObject(variable) ? variable['enum'] : undefined;
    if (!isObject(variable) || !Array.isArray(values) || values.length === 0) return [];
    if (values.includes(variable['default'])) return [];
    return [
      { pointer: `${at}/default`, message: `The default is none of the values: ${values.join(', ')}.` },
    ];
  });
}
