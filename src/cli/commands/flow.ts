// `proxyctl flow`: lists and runs flows of several steps.
import { defineCommand, defineCommandGroup } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

const list = defineCommand({
  name: 'list',
  summary: 'List the flows of the workspace with their steps',
  examples: [
    ['proxyctl flow list', 'list those of the workspace of the app'],
    ['proxyctl flow list --workspace ./api', 'list those of a folder'],
  ],
  configure: (c) => c.option('--workspace <folder>', 'folder of the workspace'),
  action: async (_, options) => (await import('../flow/list.ts')).listFlows(options),
});

const run = defineCommand({
  name: 'run',
  summary: 'Run a flow: requests, and what happens between them',
  examples: [
    ['proxyctl flow run Checkout -e Staging', 'run a flow with an environment'],
    ['proxyctl flow run Checkout -d users.csv --bail', 'run it for each row, until one fails'],
  ],
  configure: (c) =>
    c
      .argument('<flow>', 'name or id of the flow')
      .option('-e, --environment <name>', 'environment of the workspace, by default the active one')
      .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
      .option('-d, --iteration-data <name>', 'CSV or JSON file, or dataset: one iteration for each row')
      .option('-n, --iteration-count <n>', 'number of iterations')
      .option('--from <step>', 'the step to begin with, by its number')
      .option('--steps', 'print each step when it ends, with the variables that it sets')
      .option('--delay-request <ms>', 'pause between requests')
      .option('--bail', 'stop at the first error or failing test')
      .option('--timeout <ms>', 'time for the whole run')
      .option('--timeout-request <ms>', 'time for each request, in place of its own')
      .option('-k, --insecure', 'do not verify certificates')
      .option('--trust-programs', 'start the programs of MCP requests without a question, and remember them')
      .option(
        '--through-proxy [port]',
        'send through the running proxy, which records what is over HTTP; port: by default that of the app',
      )
      .option('-r, --reporters <list>', 'names of reporters, separated by commas', 'cli')
      .option('--verbose', 'print headers and bodies')
      .option('--silent', 'print nothing')
      .option('--color <when>', 'on, off or auto')
      .option('--workspace <folder>', 'folder of the workspace'),
  pluginOptions: async (args) => {
    const { reporterOptions } = await import('../collection/reporters.ts');
    return reporterOptions(args);
  },
  action: async ([flow], options) => (await import('../flow/run.ts')).runFlowFromCommandLine(flow, options),
});

export const command = defineCommandGroup({
  name: 'flow',
  summary: 'List and run flows: requests with conditions, loops and scripts between them',
  commands: [list, run],
});
