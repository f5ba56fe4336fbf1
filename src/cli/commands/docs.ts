// `proxyctl docs`: writes the documentation of a collection.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'docs',
  summary: 'Write the documentation of a collection as one HTML file',
  examples: [
    ['proxyctl docs Shop', 'write "Shop docs.html" in this folder'],
    ['proxyctl docs openapi.yaml --out public/index.html', 'document an API description'],
  ],
  configure: (c) =>
    c
      .argument(
        '<collection>',
        'name or id of a collection, or path of a Postman collection, an OpenAPI file, or a folder',
      )
      .option('--out <file>', 'the HTML file, or - for standard output; by default one of the usual name')
      .option('-e, --environment <name>', 'environment or its file; by default the active one')
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([collection], options) => {
    const { docsFromCommandLine } = await import('../docs/docs.ts');
    return docsFromCommandLine(collection, options);
  },
});
