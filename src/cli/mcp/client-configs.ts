// The assistants' own configuration files: the location and the format of each one's server list.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isExecutable } from '../../base/own-command.ts';
import { SERVER_NAME } from '../../mcp/server-name.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface AssistantProgram {
  /** The name on the command line. */
  readonly id: string;
  readonly title: string;
  /** True when its file lies in a project, and serves that project. */
  readonly isOfProject?: true;
  /** The key of the file under which servers stand by name. */
  readonly key: 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers';
  readonly format: 'json' | 'toml';
  /** Returns the path of the file. */
  readonly file: (folders: SystemFolders) => string;
  /** Returns the path of the file for all projects of the user; absent where `file` is that, or nothing is. */
  readonly userFile?: (folders: SystemFolders) => string;
  /** Returns the entry of one server. */
  readonly entry: (server: ServerCommand) => object;
}

/** The machine and the project, which determine the location of files. */
export interface SystemFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly appData: string;
  /** The project that some assistants keep their servers in. */
  readonly project: string;
}

export function systemFolders(): SystemFolders {
  const home = homedir();
  const { platform, env } = process;
  return {
    platform,
    home,
    appData: env['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
    project: process.cwd(),
  };
}

const plain = ({ command, args }: ServerCommand): object => ({ command, args });
const typed = (server: ServerCommand): object => ({ type: 'stdio', ...plain(server) });

/** Returns a folder for settings of programs, by the customs of the platform. */
function settingsFolder({ platform, home, appData }: SystemFolders): string {
  if (platform === 'win32') return appData;
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config');
}

export const assistantPrograms: readonly AssistantProgram[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    key: 'mcpServers',
    format: 'json',
    file: (folders) => join(settingsFolder(folders), 'Claude', 'claude_desktop_config.json'),
    entry: plain,
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    isOfProject: true,
    key: 'mcpServers',
    format: 'json',
    file: ({ project }) => join(project, '.mcp.json'),
    userFile: ({ home }) => join(home, '.claude.json'),
    entry: typed,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    key: 'mcpServers',
    format: 'json',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    entry: plain,
  },
  {
    id: 'vscode',
    title: 'Visual Studio Code',
    isOfProject: true,
    key: 'servers',
    format: 'json',
    file: ({ project }) => join(project, '.vscode', 'mcp.json'),
    entry: typed,
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    key: 'mcpServers',
    format: 'json',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: plain,
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    key: 'mcpServers',
    format: 'json',
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    entry: plain,
  },
  {
    id: 'zed',
    title: 'Zed',
    key: 'context_servers',
    format: 'json',
    file: (folders) =>
      folders.platform === 'darwin'
        ? join(folders.home, '.config', 'zed', 'settings.json')
        : join(settingsFolder(folders), folders.platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
    entry: plain,
  },
  {
    id: 'codex',
    title: 'Codex',
    key: 'mcp_servers',
    format: 'toml',
    file: ({ home }) => join(home, '.codex', 'config.toml'),
    entry: plain,
  },
];

/** Returns the command that starts this program: its own file if executable, else Node with that file. */
export function configuredCommand(): ServerCommand {
  if (isExecutable) return { command: process.execPath, args: [] };
  const own = resolve(process.argv[1] ?? 'proxyctl');
  return process.platform === 'win32'
    ? { command: process.execPath, args: [own] }
    : { command: own, args: [] };
}

/** Returns the command that starts the server for assistants. */
export function serverCommand(options: readonly string[]): ServerCommand {
  const { command, args } = configuredCommand();
  return { command, args: [...args, 'mcp', ...options] };
}

/** Returns the part of an assistant's configuration that connects it. */
export function rendered({ key, format, entry }: AssistantProgram, server: ServerCommand): string {
  const own = entry(server);
  if (format === 'json') return JSON.stringify({ [key]: { [SERVER_NAME]: own } }, null, 2);
  const fields = Object.entries(own).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [`[${key}.${SERVER_NAME}]`, ...fields].join('\n');
}
