// An assistant: a client of either generation of the protocol's own library, and the server as a process.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { launcher } from './cli.ts';

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  // The structured content of any tool.
  readonly value: ReturnType<typeof JSON.parse>;
}

export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>;
  /** Returns the standard error of the server so far. */
  readonly said: () => string;
}

export interface AssistantOptions {
  readonly home: string;
  readonly args?: readonly string[];
  /** The protocol of 2026, or those before it. */
  readonly era?: 'modern' | 'legacy';
  readonly cwd?: string;
}

/** Starts `proxyctl mcp` with this data folder and connects to it. */
export async function startAssistant(options: AssistantOptions): Promise<Assistant> {
  const { era = 'modern' } = options;
  const transport = new StdioClientTransport(serverProcess(options));
  let said = '';
  transport.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const versionNegotiation = { mode: era === 'modern' ? 'auto' : 'legacy' } as const;
  const client = new Client(NAME, { versionNegotiation });
  await client.connect(transport);
  return {
    client,
    said: () => said,
    call: async (name, given = {}) => calledOf(await client.callTool({ name, arguments: given })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The same with a client of the library's first generation, which checks results by their schemas itself. */
export async function startFirstAssistant(
  options: Pick<AssistantOptions, 'home' | 'args'>,
): Promise<Omit<Assistant, 'client' | 'said'> & { readonly client: FirstClient }> {
  const client = new FirstClient(NAME);
  await client.connect(new FirstTransport(serverProcess(options)));
  return {
    client,
    call: async (name, given = {}) => calledOf(await client.callTool({ name, arguments: given })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const NAME = { name: 'test', version: '1.0' };

function serverProcess({
  home,
  args = [],
  cwd,
}: AssistantOptions): ConstructorParameters<typeof StdioClientTransport>[0] {
  return {
    command: process.execPath,
    args: [launcher, 'mcp', ...args],
    env: { ...(process.env as Record<string, string>), PROXYCTL_HOME: home },
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
  };
}

function calledOf({ content, structuredContent, isError }: Readonly<Record<string, unknown>>): Called {
  const parts = content as readonly { readonly text?: string }[];
  const text = parts.map((part) => part.text ?? '').join('\n');
  return { text, value: structuredContent, isError: isError === true };
}
