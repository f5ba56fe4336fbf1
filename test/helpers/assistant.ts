// An assistant: a client of the protocol's own library, and the server as a process.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

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

const BIN = new URL('../../bin/proxyctl.js', import.meta.url).pathname;

/** Starts `proxyctl mcp` with this data folder and connects to it. */
export async function startAssistant({
  home,
  args = [],
  era = 'modern',
  cwd,
}: AssistantOptions): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    env: { ...(process.env as Record<string, string>), PROXYCTL_HOME: home },
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
  });
  let said = '';
  transport.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const versionNegotiation = { mode: era === 'modern' ? 'auto' : 'legacy' } as const;
  const client = new Client({ name: 'test', version: '1.0' }, { versionNegotiation });
  await client.connect(transport);
  return {
    client,
    said: () => said,
    async call(name, given = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const text = (content as readonly { readonly text?: string }[])
        .map((part) => part.text ?? '')
        .join('\n');
      return { text, value: structuredContent, isError: isError === true };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}
