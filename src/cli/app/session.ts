// The common part of commands with a page: they open the page, print its address, and run until they are stopped.
import { openPage } from '../browser/open-page.ts';

/**
 * Opens the URL, or prints it. The code in the URL admits one browser, so it is printed only when no browser was
 * opened.
 */
export async function welcome(url: string, open: boolean): Promise<void> {
  if (open && (await openPage(url))) return;
  say(`Open ${url} in a browser (good once, for 60 s)`);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal. A second signal ends the process immediately, as if there were no listener. */
export function untilSignal(): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      done();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/** Prints a line. It is escaped, because captured text in it must not control the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line.replaceAll(/\p{Cc}/gu, '?')}\n`);
}
