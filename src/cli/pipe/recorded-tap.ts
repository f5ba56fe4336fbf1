// Records a pipe in this process.
import type { McpPipe } from '../../proxy/pipe/index.ts';
import type { PipeTap } from './tap.ts';

export function recordedTap(pipe: McpPipe): PipeTap {
  return {
    get holds() {
      return pipe.intercepts;
    },
    passed: (direction, bytes) => pipe.passed(direction, bytes),
    ask: (direction, line) => pipe.ask(direction, line),
    printed: (bytes) => pipe.printed(bytes),
    room: () => null,
    end: (code) => {
      pipe.end(code);
      return Promise.resolve();
    },
  };
}
