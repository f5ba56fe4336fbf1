// `proxyctl agents`: what AI agents did, joined from captured traffic.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'agents',
  summary: 'Show runs of AI agents: calls of models, tools, MCP, tokens and costs',
  examples: [
    ['proxyctl agents', 'list the runs that the app has seen'],
    ['proxyctl agents --run last', 'show the steps of the newest run, a line each'],
    ['proxyctl agents --watch', 'follow what agents do, a line for each step'],
    ['proxyctl agents run.har --html run.html', 'write the newest run of a recording as one HTML file'],
  ],
  configure: (c) =>
    c
      .argument('[file]', 'session, HAR file or JSON session of Charles; - reads standard input')
      .option('--run <id>', 'the run with this id, or last for the newest')
      .option('--watch', 'print the steps of runs as they end, until interrupted')
      .option('--json', 'print JSON')
      .option('--html <path>', 'write one run as one HTML file, without secrets')
      .option('--port <n>', 'port of the running app'),
  action: async ([file], flags) => {
    const { agents } = await import('../agents/agents.ts');
    return agents(file, flags);
  },
});
