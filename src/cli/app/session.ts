// Shared by the commands with a page: they open the page, print its address, and run until they are stopped.
import { openPage } from '../browser/open-page.ts';

/** Opens the URL, or prints it. Its code lets one browser in, so it is shown only where no browser was opened. */
export async function welcome(url: string, open: boolean): Promise<void> {
  if (open && (await openPage(url))) return;
  say(`Open ${url} in a browser (good once, for 60 s)`);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal. A second one ends the process at once, as without a listener. */
export function untilSignal(): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      done();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/** Prints a line. Captured text may stand in it, which must not control the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line.replaceAll(/\p{Cc}/gu, '?')}\n`);
}
