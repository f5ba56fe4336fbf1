// An MCP server of the protocol's own library, over HTTP in a test, or as a program: `node mcp-server.ts [legacy]`.
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler, legacyStatelessFallback, McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

export function mcpServer(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.2' }, { capabilities: { logging: {} } });
  server.registerTool(
    'add',
    { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', {}, () => ({ content: [{ type: 'text', text: 'no' }], isError: true }));
  server.registerTool('hang', {}, () => new Promise(() => undefined));
  server.registerTool('variable', {}, () => ({
    content: [{ type: 'text', text: process.env['SHOP'] ?? 'none' }],
  }));
  server.registerResource('price', 'shop://price', {}, () => ({
    contents: [{ uri: 'shop://price', text: '12' }],
  }));
  server.registerPrompt('greet', { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${name}` } }],
  }));
  return server;
}

/** Serves the protocol of 2026, or only those before it. `seen` receives the headers of each request. */
export function mcpHttpServer(era: 'modern' | 'legacy', seen: http.IncomingHttpHeaders[] = []): http.Server {
  const modern = createMcpHandler(mcpServer, { legacy: 'reject' });
  const answer = era === 'modern' ? modern.fetch : legacyStatelessFallback(mcpServer);
  const respond = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    seen.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answered = await answer(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body === null) response.end();
    else await pipeline(Readable.fromWeb(answered.body as never), response).catch(() => undefined);
  };
  return http.createServer((request, response) => void respond(request, response));
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'legacy') await mcpServer().connect(new StdioServerTransport());
  else serveStdio(mcpServer);
}
