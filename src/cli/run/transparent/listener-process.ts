// Starts the process that listens for the connections of a transparent run, in a separate network.
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type net from 'node:net';
import { moduleFile } from '../../../base/module-file.ts';
import { ownScript } from '../../../base/own-command.ts';
import type { GroupOrder, ListenerMessage } from './channel.ts';

const FILE = moduleFile(new URL('./listeners.ts', import.meta.url));

export class ListenerProcess {
  readonly #child: ChildProcess;
  readonly #listening = new EventEmitter();

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves once this process's network has its link. `onConnection` receives each connection, paused. */
  static async start(onConnection: (socket: net.Socket) => void): Promise<ListenerProcess> {
    // Detached, because Ctrl-C on the terminal is meant for the command, which may continue. NODE_OPTIONS is meant for
    // the command too.
    const child = spawn('unshare', ['-n', ...ownScript(FILE, [String(process.pid)])], {
      env: { ...process.env, NODE_OPTIONS: undefined },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    // Node adds a listener for each port whose sockets are handed over.
    child.setMaxListeners(0);
    const listeners = new ListenerProcess(child);
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', () => reject(new Error('the process of the listeners has ended')));
      child.on('message', (message: ListenerMessage, socket) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(new Error(message.reason));
        else if (message.type === 'listening') listeners.#listening.emit(String(message.group));
        else if (socket !== undefined) onConnection(socket as net.Socket);
      });
    });
    return listeners;
  }

  /** Resolves when each port of the group is listened on. */
  async listen(group: number): Promise<void> {
    const listening = once(this.#listening, String(group));
    this.#order({ type: 'listen', group });
    await listening;
  }

  /** Ends listening on the ports of the group; connections to them go on. */
  leave(group: number): void {
    this.#order({ type: 'close', group });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  #order(order: GroupOrder): void {
    this.#child.send(order);
  }
}
