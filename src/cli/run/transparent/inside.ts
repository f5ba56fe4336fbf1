// The process inside the network of a transparent run: each connection of the command arrives here with its original
// destination. Arguments: `InsideOptions` as JSON, then the command. It ends with the command's exit code.
import { messageOf } from '../../../base/errors.ts';
import { runCommand } from '../../processes/command.ts';
import type { InsideOptions } from './channel.ts';
import { captureLoopback, passOn } from './connections.ts';
import { HeldConnections } from './held-connections.ts';
import { ListenerProcess } from './listener-process.ts';
import { DNS_PORT, Names } from './names.ts';
import { allowSettings, setUpCommandNetwork } from './network.ts';
import { answerForServers } from './own-servers.ts';

const [text = '{}', ...command] = process.argv.slice(2);
const options = JSON.parse(text) as InsideOptions;

const parts = await start().catch((error: unknown) => {
  process.stderr.write(
    `error: --transparent: the network of the command cannot be set up: ${messageOf(error)}\n`,
  );
  process.exit(1);
});
const running = runCommand(command, process.env);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => running.signal(signal));
const { code, error } = await running.exited;
if (error !== undefined) process.stderr.write(`error: ${error}\n`);
await Promise.all(parts.map((part) => part.close()));
process.exit(code);

/** Sets the network up, and returns the processes that are to end with the command. */
async function start(): Promise<readonly { close(): Promise<void> }[]> {
  const { gate, servers, loopbackPorts } = options;
  const names = new Names(gate);
  allowSettings();
  const listeners = await ListenerProcess.start((socket) => void passOn(socket, gate, names));
  setUpCommandNetwork();
  await names.serve();
  const captured = await captureLoopback(loopbackPorts, gate, names);
  await answerForServers(servers, (address, port) => port === DNS_PORT || captured(address, port));
  return [listeners, new HeldConnections(listeners)];
}
