// Loads the code that sends, while the user still looks at a request: the first send would wait half a second for it.
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after which what a window asks for at its opening is answered. */
const PAUSE_MS = 500;

let loading: Promise<unknown> | null = null;

export function warmUp(): void {
  loading ??= load().catch(() => undefined);
}

async function load(): Promise<void> {
  await delay(PAUSE_MS, null, { ref: false });
  await import('./send.ts');
  await import('../../requests/protocols/http.ts');
  await import('../../runs/runner/recording-proxy.ts');
}
