// A bridge from HTTP to `proxyctl mcp`, for clients that reach servers by URL only. Each session has a process of its own.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { launcher } from './cli.ts';

export interface Bridge extends AsyncDisposable {
  readonly url: string;
}

/** Starts a bridge on a free port; its servers use this data folder. */
export async function startBridge(home: string): Promise<Bridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const front = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, front),
    });
    const back = new StdioClientTransport({
      command: process.execPath,
      args: [launcher, 'mcp'],
      env: { ...(process.env as Record<string, string>), PROXYCTL_HOME: home },
    });
    front.onmessage = (message) => void back.send(message);
    back.onmessage = (message) => void front.send(message).catch(() => undefined);
    front.onclose = () => void back.close();
    await back.start();
    return front;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const front = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open());
    await front.handleRequest(request, response);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      for (const front of sessions.values()) await front.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
