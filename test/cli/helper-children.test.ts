// The processes that tests start end with the test process, however that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { temporaryHome } from '../helpers/home.ts';

// Helpers of tests are preloaded, which the single executable does not do.
test.skipIf(process.env['TEST_EXECUTABLE'] !== undefined)(
  'a run ends when the process that started it is killed',
  async () => {
    using home = temporaryHome();
    const helper = new URL('../helpers/cli.ts', import.meta.url).href;
    const script = `
    const { startCli } = await import(${JSON.stringify(helper)});
    const cli = startCli(['run', '--port', '0'], { home: ${JSON.stringify(home.path)} });
    await cli.saying(/listening/);
    process.stdout.write(String(cli.child.pid));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(isRunning(Number(pid))).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(Number(pid)), { timeout: 30_000 }).toBe(false);
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
