// All measures, in the order they are taken. A new one is a file in measures/ and its line here.
import type { Measure } from './contract.ts';
import { against } from './against.ts';
import { bodies } from './bodies.ts';
import { firstSeen, newTls } from './connections.ts';
import { client } from './client.ts';
import { dns } from './dns.ts';
import { growth } from './growth.ts';
import { decrypted, plain } from './keep-alive.ts';
import { insights } from './insights.ts';
import { latency } from './latency.ts';
import { mcp } from './mcp.ts';
import { mcpPipe } from './mcp-pipe.ts';
import { loadTests } from './load-tests.ts';
import { memory } from './memory.ts';
import { million } from './million.ts';
import { http2 } from './http2.ts';
import { open } from './open.ts';
import { protocols } from './protocols.ts';
import { runner } from './runner.ts';
import { sandbox } from './sandbox.ts';
import { specifications } from './specifications.ts';
import { store } from './store.ts';
import { startUp } from './start-up.ts';
import { tools } from './tools.ts';
import { traffic } from './traffic.ts';
import { tricks } from './tricks.ts';
import { ui } from './ui.ts';
import { workspace } from './workspace.ts';
import { webSocket } from './web-socket.ts';

export const measures: readonly Measure[] = [
  // This one comes first, while the system's connection table is as short as on an idle machine.
  firstSeen,
  plain,
  decrypted,
  newTls,
  bodies,
  webSocket,
  http2,
  latency,
  dns,
  startUp,
  memory,
  open,
  million,
  sandbox,
  tools,
  traffic,
  store,
  insights,
  runner,
  protocols,
  client,
  mcp,
  mcpPipe,
  loadTests,
  specifications,
  workspace,
  tricks,
  ui,
  growth,
  against,
];
