// `proxyctl import`: imports files of other programs into a workspace.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'import',
  summary: 'Import collections, environments, specifications and cURL commands into a workspace',
  examples: [
    ['proxyctl import shop.postman_collection.json', 'import a file of Postman'],
    ['proxyctl import openapi.yaml --update', 'bring what it has made before up to date'],
  ],
  configure: (c) =>
    c
      .argument('<files...>', 'files or folders, told apart by their content; - reads standard input')
      .option('--update', 'bring what is there already up to date; tests, scripts, auth and examples stay')
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([files], options) => {
    const { importFiles } = await import('../collection/import.ts');
    return importFiles(files, options);
  },
});
