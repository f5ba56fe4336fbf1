// The recorder of a pipe as the relay sees it: in this process, or in the app.
import type { Direction, PipeWrite } from '../../proxy/pipe/index.ts';

export interface PipeTap {
  /** True while each line has to wait for what `ask` returns; otherwise bytes are passed on first. */
  readonly holds: boolean;
  /** Records bytes that have been passed on. */
  passed(direction: Direction, bytes: Buffer): void;
  /** Records a line, and returns what is written instead of it. Never rejects. */
  ask(direction: Direction, line: Buffer): readonly PipeWrite[] | Promise<readonly PipeWrite[]>;
  /** Records what the server printed on its standard error. */
  printed(bytes: Buffer): void;
  /** Resolves when more can be taken; null when it can be at once. */
  room(): Promise<unknown> | null;
  /** Ends the recording with the exit code of the server. Resolves when everything is recorded. */
  end(code: number): Promise<void>;
}
