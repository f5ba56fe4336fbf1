// `proxyctl send`: sends one request of a workspace, of any type.
import { defineCommand } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

export const command = defineCommand({
  name: 'send',
  summary: 'Send one saved request of any type, and print what arrives as it arrives',
  examples: [
    ['proxyctl send Shop/Users/List -e Staging', 'send a request of the collection Shop'],
    ['proxyctl send collections/shop/list.request.yaml', 'send the request of a file'],
    ['proxyctl send api.http login', 'send the request login of a file, or the one at a line'],
  ],
  configure: (c) =>
    c
      .argument(
        '<request>',
        'name or id of a request, its path, such as Shop/Users/List, its file, or a .http file',
      )
      .argument('[which]', 'name of a request in the .http file, or a line of it')
      .option('--collection <collection>', 'name or id of its collection, or path of a collection file')
      .option('-e, --environment <name>', 'environment of the workspace, or Postman environment file')
      .option('-g, --globals <file>', 'Postman globals file, instead of the globals of the workspace')
      .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
      .option('--introspect', 'ask the server what it offers (GraphQL, gRPC, MCP, SQL, MQTT), and print that')
      .option('-v, --verbose', 'print the heads of both messages, and their bodies')
      .option('--raw', 'print what arrives byte for byte: chunks of a model, messages of MCP')
      .option('--fail', 'exit with 1 for a status of an error, such as 404, and those of gRPC')
      .option('--timeout-request <ms>', 'time for the request, in place of its own')
      .option('--timeout-script <ms>', 'time for each script, waiting left out (default 1000)')
      .option('-k, --insecure', 'do not verify certificates')
      .option('--working-dir <folder>', 'folder of the files that the request names by relative paths')
      .option('--trust-programs', 'start the programs of MCP requests without a question, and remember them')
      .option(
        '--through-proxy [port]',
        'send through the running proxy, which records it; port: by default that of the app',
      )
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([request, which], options) => {
    const { sendFromCommandLine } = await import('../collection/send.ts');
    return sendFromCommandLine(request, which, options);
  },
});
