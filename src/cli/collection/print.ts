// Output with backpressure: the writer waits for a slow reader, so that output does not queue up in memory.
import type { Writable } from 'node:stream';

/** Prints text. Resolves when there is room for more, or when the reader has gone. */
export function print(output: Writable, text: string): void | Promise<void> {
  if (output.destroyed || output.write(text)) return;
  return new Promise((resolve) => {
    const go = (): void => {
      for (const event of EVENTS) output.off(event, go);
      resolve();
    };
    for (const event of EVENTS) output.on(event, go);
  });
}

const EVENTS = ['drain', 'error', 'close'] as const;
