// Records a pipe in the app that runs.
import type { PipeLink } from '../../control/pipe-link.ts';
import type { PipeTap } from './tap.ts';

export function liveTap(link: PipeLink): PipeTap {
  return {
    get holds() {
      return link.holds;
    },
    passed: (direction, bytes) => link.passed(direction, bytes),
    ask: (direction, line) => link.ask(direction, line),
    printed: (bytes) => link.printed(bytes),
    room: () => link.room(),
    end: (code) => link.end(code),
  };
}
