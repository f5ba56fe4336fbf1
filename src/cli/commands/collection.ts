// `proxyctl collection`: lists, runs and exports collections of a workspace or a file.
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { defineCommand, defineCommandGroup } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

const list = defineCommand({
  name: 'list',
  summary: 'List collections with their requests, and environments',
  examples: [
    ['proxyctl collection list', 'list those of the workspace of the app'],
    ['proxyctl collection list --workspace ./api', 'list those of a folder'],
  ],
  configure: (c) => c.option('--workspace <folder>', 'folder of the workspace'),
  action: async (_, options) => {
    const { listCollections } = await import('../collection/list.ts');
    return listCollections(options);
  },
});

const run = defineCommand({
  name: 'run',
  summary: 'Run the requests and tests of a collection',
  examples: [
    ['proxyctl collection run Shop -e Staging', 'run a collection of the workspace'],
    ['proxyctl collection run --config Nightly', 'run as a configuration of the window says'],
    [
      'proxyctl collection run shop.postman_collection.json -r cli,junit',
      'run a file of Postman, with a report for CI',
    ],
  ],
  configure: (c) => reportOptions(exportOptions(connectionOptions(runOptions(c)))),
  pluginOptions: async (args) => {
    const { reporterOptions } = await import('../collection/reporters.ts');
    return reporterOptions(args);
  },
  action: async ([collection, modifiers], options) => {
    // A run mostly waits for servers, so its code may be slower in exchange for less memory. Maglev compiles on threads
    // that keep megabytes each, and a run ends before that pays off.
    const { setFlagsFromString } = await import('node:v8');
    setFlagsFromString('--optimize-for-size');
    setFlagsFromString('--no-maglev');
    const { runFromCommandLine } = await import('../collection/run.ts');
    return runFromCommandLine(
      [collection, ...modifiers].filter((word) => word !== undefined),
      options,
    );
  },
});

/** Options for what runs, and how often and how long. */
function runOptions(c: Command) {
  return c
    .argument(
      '[collection]',
      'name or id of a collection, or path or URL of a Postman collection, an OpenAPI file, a .http file, or a folder',
    )
    .argument('[modifier...]')
    .usage('[options] <collection>')
    .option('--config <name>', 'run configuration of the workspace; other options win over what it says')
    .option(
      '-e, --environment <name>',
      'environment of the workspace or beside the folder or file, or file or URL of a Postman environment',
    )
    .option('-g, --globals <file>', 'file or URL of Postman globals, instead of the globals of the workspace')
    .option(
      '-d, --iteration-data <file>',
      'CSV or JSON file, its URL, or dataset: one iteration for each row',
    )
    .option('-n, --iteration-count <n>', 'number of iterations')
    .option(
      '--folder <name>',
      'run only what lies in this folder, or this request; repeatable',
      collect,
      none,
    )
    .option(
      '--tags <list>',
      'run only requests with one of these tags, separated by commas; folders hand theirs down',
    )
    .option('--exclude-tags <list>', 'leave out requests with one of these tags')
    .option(
      '--shard <i/n>',
      'do one of n parts of the run, such as 2/4; `report merge` joins their JSON reports',
    )
    .option('--in-order', 'run them in the order in which --folder names them')
    .option('--failed', 'run only what failed in the last run of the same')
    .option('--delay-request <ms>', 'pause between requests')
    .option(
      '--bail',
      "stop at the first error or failing test; Newman's modifiers folder and failure may follow",
    )
    .option('--timeout <ms>', 'time for the whole run')
    .option('--timeout-request <ms>', 'time for each request, in place of its own')
    .option('--timeout-script <ms>', 'time for each script, waiting left out (default 1000)')
    .option('--working-dir <folder>', 'folder of the files that bodies name by relative paths')
    .option('--no-insecure-file-read', 'send only files in the working directory')
    .option('--trust-programs', 'start the programs of MCP requests without a question, and remember them')
    .option('--allow-broken', 'run the rest when files of the collection cannot be read');
}

/** Options for connections and their cookies. */
function connectionOptions<Args extends unknown[], Options extends OptionValues>(c: Command<Args, Options>) {
  return c
    .option('-k, --insecure', 'do not verify certificates')
    .option('--retries <n>', 'send a request again after a fault of the network, at most n times (default 0)')
    .option('--ignore-redirects', 'follow no redirects')
    .option('--ssl-client-cert <path>', 'client certificate (PEM or PKCS#12) for all hosts')
    .option('--ssl-client-key <path>', 'its private key (PEM)')
    .option('--ssl-client-passphrase <text>', 'the passphrase of the key')
    .option('--ssl-client-cert-list <path>', 'client certificates by host (JSON)')
    .option('--ssl-extra-ca-certs <path>', 'further certificate authorities (PEM)')
    .option('--cookie-jar <path>', 'cookies to begin with (JSON of tough-cookie)');
}

/** Options for files that are written when the run ends. */
function exportOptions<Args extends unknown[], Options extends OptionValues>(c: Command<Args, Options>) {
  return c
    .option('--export-cookie-jar <path>', 'where the cookies go at the end')
    .option('--export-environment <path>', 'where the environment goes at the end')
    .option('--export-globals <path>', 'where the globals go at the end')
    .option('--export-collection <path>', 'where the collection goes at the end');
}

/** Options for variables, output and the way the run ends. */
function reportOptions<Args extends unknown[], Options extends OptionValues>(c: Command<Args, Options>) {
  return c
    .option('--postman-api-key <key>', 'loads collections and environments of Postman by their id')
    .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
    .option(
      '--env-file <path>',
      'file of variables (NAME=value, or an environment of any format) added to the environment; repeatable',
      collect,
      none,
    )
    .option('--global-var <key=value>', 'add a global variable; repeatable', collect, none)
    .option('--parallel <n>', 'iterations at a time, each with variables and cookies of its own')
    .option('-r, --reporters <list>', 'names of reporters, separated by commas (default cli)')
    .option(
      '--reporter-omit <list>',
      'left out of report files: bodies, headers, secrets, or none (default secrets)',
    )
    .option('--verbose', 'print headers and bodies')
    .option('--silent', 'print nothing')
    .option('--color <when>', 'on, off or auto')
    .option('--disable-unicode', 'print plain symbols')
    .option('--fail', 'fail requests without tests whose status is an error, such as 404')
    .option(
      '--fail-on-early-end',
      'fail where a script ended an iteration before its last request, as setNextRequest(null) does',
    )
    .option('-x, --suppress-exit-code', 'exit with 0 although something has failed')
    .option(
      '--through-proxy [port]',
      'send through the running proxy, which records what is over HTTP; port: by default that of the app',
    )
    .option('--ci <system>', 'print the same run as a command, or for shell, github or gitlab; run nothing')
    .option('--watch', 'run again when the collection changes')
    .option('--workspace <folder>', 'folder of the workspace');
}

const exportCollection = defineCommand({
  name: 'export',
  summary: 'Write a collection or environment to a file of another format',
  examples: [
    ['proxyctl collection export Shop --out exported', 'write a Postman file into a folder'],
    ['proxyctl collection export Shop --format openapi --out shop.yaml', 'write an API description'],
  ],
  configure: (c) =>
    c
      .argument('<name>', 'name or id of a collection or environment')
      .option(
        '--format <format>',
        'postman, postman-v3, opencollection, openapi, http, http-folder, html or markdown; of an environment postman or http',
        'postman',
      )
      .option('--folder <name>', 'only what is in this folder, or this request')
      .option('--environment', 'the name is that of an environment')
      .option(
        '--out <path>',
        'file, folder for a file of the usual name, or - for standard output; by default this folder',
      )
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([name], options) => {
    const { exportFromWorkspace } = await import('../collection/export.ts');
    return exportFromWorkspace(name, options);
  },
});

export const command = defineCommandGroup({
  name: 'collection',
  summary: 'List, run and export collections of requests',
  commands: [list, run, exportCollection],
});
