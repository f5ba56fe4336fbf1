// `proxyctl schema`: JSON Schemas of the files of a workspace, for editors.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'schema',
  summary: 'Print the JSON Schema of a kind of file in a workspace, or set editors up with them',
  examples: [
    ['proxyctl schema', 'list the kinds of files'],
    ['proxyctl schema request', 'see every field of a request'],
    ['proxyctl schema --install .', 'have VS Code complete and check the files of this folder'],
  ],
  configure: (c) =>
    c
      .argument('[kind]', 'kind of file; without one, the kinds are listed')
      .option(
        '--install [folder]',
        'copy the schemas into the folder that the editor opens, by default that of the workspace, and name them in its settings of VS Code',
      )
      .option(
        '--workspace <folder>',
        'folder of the workspace, where it is not the one that the editor opens',
      ),
  action: async ([kind], { install, workspace }) => {
    if (install !== undefined)
      return (await import('../schema/install.ts')).installSchemas(install, { workspace });
    return (await import('../schema/print.ts')).printSchema(kind);
  },
});
