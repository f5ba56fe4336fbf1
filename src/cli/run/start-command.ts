// Starts the command or the browser of a run, so that its traffic goes through the proxy.
import { wrappedEnvironment } from '../environment/environment.ts';
import { runCommand, withCleanUp, type RunningCommand } from '../processes/command.ts';
import { cassetteVariables } from './read-cassette.ts';
import { isWithoutServer, standInCommand } from './stand-in-command.ts';
import type { RunOptions } from './options.ts';
import type { RunParts } from './parts.ts';
import { pastProxy } from './past-proxy.ts';
import { say } from './say.ts';

export async function startCommand(options: RunOptions, parts: RunParts): Promise<RunningCommand> {
  const { browser, command } = options;
  const { network, capture } = parts;
  const { engine } = capture;
  const { home, port, ca } = engine;
  const root = { caPem: ca.certPem, caPath: ca.certPath };
  if (browser === null) {
    const relay = options.mcp === null ? null : (await import('./mcp-pipe.ts')).mcpRelay(options, parts);
    const base = { ...process.env, ...cassetteVariables(options.cassette) };
    const env = await wrappedEnvironment({ proxyPort: port, ...root, home, base });
    if (relay !== null && isWithoutServer(options)) return standInCommand(relay);
    if (network !== null) {
      const { runTransparently } = await import('./transparent/index.ts');
      return runTransparently(command, env, engine, network);
    }
    const notice = pastProxy(command);
    if (notice !== null) say(notice);
    const { BypassWatch } = await import('./bypass-watch.ts');
    const watch = new BypassWatch(command, engine);
    const running = runCommand(command, env, relay);
    if (running.pid !== undefined) watch.start(running.pid);
    parts.watch = watch;
    return running;
  }
  const { browserProfile } = await import('../browser/index.ts');
  const { name, program } = browser;
  const profile = await browserProfile(name, { program, proxyPort: port, ...root, args: command });
  const running = runCommand(profile.command, { ...process.env, ...profile.env });
  return withCleanUp(running, () => profile.remove());
}
