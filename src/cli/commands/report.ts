// `proxyctl report`: reports of runs.
import { defineCommand, defineCommandGroup } from '../command.ts';

const merge = defineCommand({
  name: 'merge',
  summary: 'Join the JSON reports of the parts of a run, as --shard makes them, into reports of the whole',
  examples: [
    ['proxyctl report merge part-1.json part-2.json', 'print the parts as one run'],
    ['proxyctl report merge part-*.json -r junit,html', 'write reports of all parts'],
  ],
  configure: (c) =>
    c
      .argument('<files...>', 'JSON reports of collection run')
      .option('-r, --reporters <list>', 'names of reporters, separated by commas (default cli)')
      .option(
        '--reporter-omit <list>',
        'left out of report files: bodies, headers, secrets, or none (default secrets)',
      )
      .option('--color <when>', 'on, off or auto')
      .option('--disable-unicode', 'print plain symbols'),
  pluginOptions: async (args) => (await import('../collection/reporters.ts')).reporterOptions(args),
  action: async ([files], options) => {
    const { mergeReports } = await import('../report/merge.ts');
    return mergeReports(files, options);
  },
});

export const command = defineCommandGroup({
  name: 'report',
  summary: 'Join reports of runs',
  commands: [merge],
});
