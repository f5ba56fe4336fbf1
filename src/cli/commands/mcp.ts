// `proxyctl mcp`: the server for assistants, on standard input and output.
import { defineCommand } from '../command.ts';

const log = defineCommand({
  name: 'log',
  summary: 'List what assistants have called, newest last',
  examples: [
    ['proxyctl mcp log', 'list the last 50 calls'],
    ['proxyctl mcp log --limit 5 --json', 'read the last five in full'],
  ],
  configure: (c) =>
    c
      .option('--limit <n>', 'at most this many, the newest', '50')
      .option('--json', 'print the entries as JSON'),
  action: async (_, { limit, json }) => (await import('../mcp/log.ts')).printLog(limit, json === true),
});

const config = defineCommand({
  name: 'config',
  summary:
    'Print the configuration with which an assistant starts this server; without a name, list assistants',
  examples: [
    ['proxyctl mcp config', 'list the assistants'],
    ['proxyctl mcp config cursor --write', 'configure one of them'],
  ],
  configure: (c) =>
    c
      .argument('[assistant]', 'such as claude-desktop, cursor or vscode')
      .option('--port <n>', 'port of the proxy, by default that of the app')
      .option('--workspace <folder>', 'folder of the workspace')
      .option('--toolsets <list>', 'only these tools: traffic, rules, client')
      .option('--write', "merge it into the assistant's file, and keep a copy of that"),
  action: async ([assistant], options) =>
    (await import('../mcp/config.ts')).configureAssistant(assistant, options),
});

const wrap = defineCommand({
  name: 'wrap',
  summary: 'Let an assistant start its servers through this program, which records their messages',
  examples: [
    ['proxyctl mcp wrap cursor', 'record the messages of all its servers'],
    ['proxyctl mcp wrap cursor --undo', 'take that back'],
  ],
  configure: (c) =>
    c
      .argument('<assistant>', 'such as claude-desktop, cursor or vscode; "proxyctl mcp config" lists them')
      .option('--server <name>', 'only this server')
      .option('--user', 'the servers of all projects, where the assistant has those of a project beside')
      .option('--undo', 'take it back')
      .option('--dry-run', 'print what would change, and change nothing'),
  action: async ([assistant], options) =>
    (await import('../mcp/wrap/index.ts')).wrapServers(assistant, options),
});

const undo = defineCommand({
  name: 'undo',
  summary: 'Take back a change that an assistant made, by its id in the log',
  examples: [
    ['proxyctl mcp undo 3f2a91', 'take back the call with this id'],
    ['proxyctl mcp undo 3f2a91 --port 9091', 'take it back in the app on another port'],
  ],
  configure: (c) => c.argument('<id>', 'id of the entry').option('--port <n>', 'port of the app'),
  action: async ([id], { port }) => (await import('../mcp/undo.ts')).undoCall(id, port),
});

export const command = defineCommand({
  name: 'mcp',
  summary: 'Serve assistants over the Model Context Protocol, on standard input and output',
  examples: [
    ['proxyctl mcp', 'serve the assistant that has started it'],
    ['proxyctl mcp --toolsets traffic --port 9091', 'offer only the tools for traffic'],
  ],
  commands: [config, wrap, log, undo],
  configure: (c) =>
    c
      .option('--port <n>', 'port of the proxy, by default that of the app')
      .option('--workspace <folder>', 'folder of the workspace')
      .option('--toolsets <list>', 'only these tools: traffic, rules, client', 'traffic,rules,client')
      .option('--show-secrets', 'do not mask secrets in what assistants read')
      .option(
        '--allow-path <folder>',
        'let assistants use files of this folder too (repeatable)',
        (dir: string, all: readonly string[]) => [...all, dir],
        [] as readonly string[],
      ),
  action: async (_, options) => (await import('../mcp/serve.ts')).serve(options),
});
