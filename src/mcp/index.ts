// The assistant server: serves the Model Context Protocol on standard input and output.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../base/errors.ts';
import { releaseMemoryWhenIdle } from '../base/runtime/idle-memory.ts';
import type { ModelPrices } from '../collections/model/model-price.ts';
import { MAX_LINE_BYTES, messageLines } from './input-lines.ts';
import { ProxyLink } from './proxy-link.ts';
import { ResourceWatch } from './resource-watch.ts';
import { createServer } from './server.ts';
import type { Toolset } from '../session/methods/contract.ts';
import type { ToolContext } from './tools/contract.ts';
import { selectedTools } from './tools/index.ts';
import { AuditLog } from './trust/audit-log.ts';
import { NO_MASKS, SecretMasks } from './trust/masks.ts';
import { pathGuard } from './trust/path-guard.ts';
import { workspaceContext } from './workspace-context.ts';

/** Milliseconds of rest after which unused memory is given back. */
const IDLE_MS = 2000;

export interface McpOptions {
  /** The data folder. */
  readonly home: string;
  /** The folder of the workspace. */
  readonly workspace: string;
  /** The port of the proxy; null for that of the app. */
  readonly port: number | null;
  readonly toolsets: ReadonlySet<Toolset>;
  readonly showSecrets: boolean;
  readonly modelPrices: ModelPrices;
  /** Folders that assistants may use besides the workspace, the working directory and exports. */
  readonly allowedPaths: readonly string[];
  readonly input: Readable;
  readonly output: Writable;
  /** Tells the user, on standard error: standard output carries the protocol only. */
  readonly say: (text: string) => void;
}

/** Serves until the input ends. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { home, workspace: folder, port, say, input, output } = options;
  const proxy = new ProxyLink(home, port, say);
  const paths = pathGuard({ workspace: folder, working: process.cwd(), home, more: options.allowedPaths });
  const { showSecrets: showsSecrets, modelPrices } = options;
  const logMasks = new SecretMasks();
  const masks = showsSecrets ? NO_MASKS : logMasks;
  const workspace = workspaceContext({ home, folder, proxy, paths, masks, showsSecrets, modelPrices });
  const context: ToolContext = { proxy, paths, masks, workspace };
  const session = { context, log: new AuditLog(home), logMasks, say };
  const tools = selectedTools(options.toolsets);
  const lines = messageLines(input, output);
  // Each window of an editor has its own server, which waits most of the time.
  const stopWatching = releaseMemoryWhenIdle({ idleMs: IDLE_MS });
  // A client that stops reading has gone, just like one that closes our input.
  const ended = Promise.race([once(lines, 'close'), once(output, 'close'), once(output, 'error')]);
  // Each answer that waits for a slow client adds a listener.
  output.setMaxListeners(0);
  const served = serveStdio(
    () => {
      const watch = new ResourceWatch(context, (uri) => {
        connection.server.sendResourceUpdated({ uri }).catch(() => undefined);
      });
      const connection = createServer({ tools, session, watch });
      connection.server.onclose = () => {
        watch.close();
      };
      return connection;
    },
    {
      transport: new StdioServerTransport(lines, output, { maxBufferSize: 2 * MAX_LINE_BYTES }),
      onerror: (error) => {
        say(messageOf(error));
      },
    },
  );
  await ended.catch(() => undefined);
  input.unpipe();
  input.pause();
  stopWatching();
  await served.close();
  await workspace.jobs.close();
}
