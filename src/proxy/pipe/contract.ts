// The terms of a pipe between an MCP client and its server: two directions of lines, each of which is a message.
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { ProxyHooks } from '../hooks.ts';

/** `sent`: from the client to the server. */
export type Direction = 'sent' | 'received';

/** Bytes that are written to the receiver of a direction. */
export interface PipeWrite {
  readonly direction: Direction;
  readonly bytes: Buffer;
}

export interface PipeContext {
  /** The host of the recorded exchanges. */
  readonly name: string;
  readonly client: Client;
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  /** The hooks of debugging tools, which may come and go. */
  readonly hooks: ProxyHooks;
}

export function opposite(direction: Direction): Direction {
  return direction === 'sent' ? 'received' : 'sent';
}
