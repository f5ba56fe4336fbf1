// All measures, in the order they are taken. A new one is a file in measures/ and its line here.
import type { Measure } from './measure.ts';
import { against } from './measures/against.ts';
import { bodies } from './measures/bodies.ts';
import { firstSeen, newTls } from './measures/connections.ts';
import { growth } from './measures/growth.ts';
import { decrypted, plain } from './measures/keep-alive.ts';
import { latency } from './measures/latency.ts';
import { memory } from './measures/memory.ts';
import { http2 } from './measures/http2.ts';
import { open } from './measures/open.ts';
import { runner } from './measures/runner.ts';
import { sandbox } from './measures/sandbox.ts';
import { startUp } from './measures/start-up.ts';
import { tools } from './measures/tools.ts';
import { traffic } from './measures/traffic.ts';
import { webSocket } from './measures/web-socket.ts';

export const measures: readonly Measure[] = [
  // First, while the system's table of connections is as short as it is on a machine where nobody measures.
  firstSeen,
  plain,
  decrypted,
  newTls,
  bodies,
  webSocket,
  http2,
  latency,
  startUp,
  memory,
  open,
  sandbox,
  tools,
  traffic,
  runner,
  growth,
  against,
];
