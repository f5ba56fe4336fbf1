// `proxyctl mock`: serves saved examples on this machine.
import { defineCommand } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

export const command = defineCommand({
  name: 'mock',
  summary: 'Serve the saved examples of a collection, or those of an OpenAPI file',
  examples: [
    ['proxyctl mock openapi.yaml --port 4010', 'serve the examples of a description'],
    ['proxyctl mock Shop --validate --delay 100-300', 'refuse wrong requests, and answer late'],
    [
      'proxyctl mock session.har --spec openapi.yaml --dynamic',
      'recorded answers, and made ones for the rest',
    ],
  ],
  configure: (c) =>
    c
      .argument(
        '<collection>',
        'name or id of a collection, or path of a collection, an OpenAPI file, a HAR or session file',
      )
      .option('--port <n>', 'port to listen on; by default a free one')
      .option('--all-interfaces', 'serve other devices and containers too')
      .option('-e, --environment <name>', 'environment of the workspace, or Postman environment file')
      .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
      .option('--delay <ms>', 'time before each answer, such as 200 or 100-300')
      .option('--fail-rate <percent>', 'let a share of the calls fail, such as 2')
      .option('--fail-status <code>', 'status of those that fail, from 400 to 599; by default 503')
      .option('--https', 'serve HTTPS and HTTP/2, with a certificate of the own root')
      .option('--validate', 'refuse requests that do not fit the OpenAPI file')
      .option('--only-log', 'answer requests that do not fit too, and say what is wrong; implies --validate')
      .option('--stateful', 'remember objects that requests create, change and delete')
      .option(
        '--spec <file>',
        'OpenAPI file, or one of the workspace, for what the collection has no example of',
      )
      .option('--dynamic', 'make the values of answers from the schemas of the description')
      .option('--seed <text>', 'make the same values each time; implies --dynamic')
      .option('--proxy <url>', 'pass on what no example fits: GET, HEAD and OPTIONS')
      .option('--proxy-changes', 'pass on the other methods too')
      .option('--proxy-save', 'save what comes back in the collection, or in the description')
      .option('--callbacks', 'send the callbacks of the description, to the URLs that requests name')
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([collection], options) => {
    const { mockFromCommandLine } = await import('../mock/mock.ts');
    return mockFromCommandLine(collection, options);
  },
});
