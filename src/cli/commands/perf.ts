// `proxyctl perf`: load-tests a server.
import { defineCommand } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

export const command = defineCommand({
  name: 'perf',
  summary: 'Test a server under load with the requests of a collection',
  examples: [
    ['proxyctl perf Shop --vus 20 --duration 60', 'send its requests for a minute, with 20 users'],
    [
      "proxyctl perf Shop --rate 100 --fail-if 'p95>300'",
      'start 100 iterations a second, and fail when they are slow',
    ],
    ['proxyctl perf --config Checkout', 'a load test that the workspace has saved'],
  ],
  configure: (c) =>
    c
      .argument(
        '[collection]',
        'name or id of a collection, or path of a Postman collection or OpenAPI file; by default that of --config',
      )
      .option(
        '--config <name>',
        'load test saved in the workspace: its name, id, or file; options win over it',
      )
      .option('--vus <n>', 'number of virtual users (default 10)')
      .option('--duration <seconds>', 'time of the test (default 30)')
      .option('--profile <name>', 'fixed, rampUp, spike or peak (default fixed)')
      .option('--stage <time:load>', 'users over time, such as 30s:50 or 1m:0; repeatable', collect, none)
      .option('--think-time <ms>', 'pause between the iterations of a user, such as 500 or 500-2000')
      .option('--rate <n>', 'start this many iterations a second, whatever the server does')
      .option('--threads <n>', 'threads that share the users (default 1)')
      .option('-e, --environment <name>', 'environment of the workspace, or Postman environment file')
      .option('-g, --globals <file>', 'Postman globals file, instead of the globals of the workspace')
      .option('-d, --iteration-data <file>', 'CSV or JSON file, or dataset: one row for each iteration')
      .option('--data-per-user', 'give each user a row of its own, instead of one to each iteration')
      .option('--env-var <key=value>', 'add a variable to the environment; repeatable', collect, none)
      .option(
        '--folder <name>',
        'send only what lies in this folder, or this request; repeatable',
        collect,
        none,
      )
      .option(
        '--weight <name=n>',
        'send one request or folder an iteration, this often in proportion; repeatable',
        collect,
        none,
      )
      .option('--timeout-request <ms>', 'time for each request, in place of its own')
      .option('-k, --insecure', 'do not verify certificates')
      .option(
        '--fail-if <condition>',
        'fail when p95>300, errors>1%, p95{List orders}>300, p95{stage:2}>300 and the like; repeatable',
        collect,
        none,
      )
      .option('--abort-on-fail [seconds]', 'end the test when such a condition holds, from this second on')
      .option('--report-json <path>', 'write the result as JSON')
      .option('--report-html <path>', 'write a report with charts')
      .option('--compare <path>', 'compare with an earlier test, by its JSON report')
      .option('--export-k6 <path>', 'write the test as a k6 script instead of running it')
      .option('--allow-remote', 'do not warn about many requests to another machine')
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([collection], options) => {
    const { perfFromCommandLine } = await import('../perf/perf.ts');
    return perfFromCommandLine(collection, options);
  },
});
