// The worker thread of the app's scans: it receives the port of the proxy, and sends back the programs.
import { parentPort } from 'node:worker_threads';
import { bypassingApps, type BypassingApp } from './index.ts';

// Most files of other users cannot be opened, and most of the cost would be the stack traces.
Error.stackTraceLimit = 0;

parentPort?.on('message', (proxyPort: number) => {
  const nothing = (): readonly BypassingApp[] => [];
  void bypassingApps(proxyPort).then(
    (apps) => parentPort?.postMessage(apps),
    () => parentPort?.postMessage(nothing()),
  );
});
