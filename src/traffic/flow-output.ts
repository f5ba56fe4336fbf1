// A destination of finished exchanges outside of the program: a file, a collector.
import type { Flow } from '../flow/flow.ts';

export interface FlowOutput {
  /**
   * Takes a finished exchange. Calls do not overlap. Rejects with the reason when nothing more can be taken: the output
   * is closed then.
   */
  add(flow: Flow): Promise<void> | undefined;
  /** Delivers what it has. Where that may fail for long, it gives up within some seconds. */
  close(): Promise<void>;
}
