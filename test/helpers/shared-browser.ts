// Runs once before the end-to-end tests: starts the one Chromium that the suites of pages share, each with contexts of
// its own. Where none starts, they are skipped; continuous integration fails instead.
import { launchServer } from './chromium.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  try {
    const server = await launchServer();
    process.env['TEST_BROWSER'] = server.wsEndpoint();
    return () => server.close();
  } catch (error) {
    const reason = `Chromium cannot be started: ${error instanceof Error ? error.message : String(error)}`;
    if (process.env['CI'] === 'true') throw new Error(reason, { cause: error });
    process.stderr.write(`skipped: the suites of pages. ${reason}\n`);
    return undefined;
  }
}
