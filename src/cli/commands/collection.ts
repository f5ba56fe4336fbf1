// `proxyctl collection`: lists, runs and exports collections of a workspace or a file.
import { defineCommand, defineCommandGroup } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

const list = defineCommand({
  name: 'list',
  summary: 'List collections with their requests, and environments',
  configure: (c) => c.option('--workspace <folder>', 'folder of the workspace'),
  action: async (_, options) => {
    const { listCollections } = await import('../collection/list.ts');
    return listCollections(options);
  },
});

const run = defineCommand({
  name: 'run',
  summary: 'Run the requests and tests of a collection',
  configure: (c) =>
    c
      .argument(
        '<collection>',
        'name or id of a collection, or path of a Postman collection, an OpenAPI file, or a folder',
      )
      .option(
        '-e, --environment <name>',
        'environment of the workspace or beside the folder, or Postman environment file',
      )
      .option('-g, --globals <file>', 'Postman globals file, instead of the globals of the workspace')
      .option('-d, --iteration-data <file>', 'CSV or JSON file, or dataset: one iteration for each row')
      .option('-n, --iteration-count <n>', 'number of iterations')
      .option(
        '--folder <name>',
        'run only what lies in this folder, or this request; repeatable',
        collect,
        none,
      )
      .option('--delay-request <ms>', 'pause between requests')
      .option('--bail', 'stop at the first error or failing test')
      .option('--timeout-request <ms>', 'time for each request, in place of its own')
      .option('--timeout-script <ms>', 'time for each script, waiting left out (default 1000)')
      .option('--working-dir <folder>', 'folder of the files that bodies name by relative paths')
      .option('--no-insecure-file-read', 'send only files in the working directory')
      .option('-k, --insecure', 'do not verify certificates')
      .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
      .option('--parallel <n>', 'iterations at a time, each with variables and cookies of its own')
      .option('-r, --reporters <list>', 'names of reporters, separated by commas', 'cli')
      .option('--workspace <folder>', 'folder of the workspace'),
  pluginOptions: async () => {
    const { reporterOptions } = await import('../collection/reporters.ts');
    return reporterOptions();
  },
  action: async ([collection], options) => {
    // A run waits for servers most of the time, so its own code may be slower in exchange for less memory.
    const { setFlagsFromString } = await import('node:v8');
    setFlagsFromString('--optimize-for-size');
    const { runFromCommandLine } = await import('../collection/run.ts');
    return runFromCommandLine(collection, options);
  },
});

const exportCollection = defineCommand({
  name: 'export',
  summary: 'Write a collection or environment to a file of another format',
  configure: (c) =>
    c
      .argument('<name>', 'name or id of a collection or environment')
      .option(
        '--format <format>',
        'postman, postman-v3, openapi or html; of an environment postman',
        'postman',
      )
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
