// Keeps captured names resolving. While the app is not running, it replaces the app's name server with one that
// captures nothing.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAppRunning } from '../../app/state/instance.ts';
import { hasProcess } from '../../base/has-process.ts';
import { parseStored } from '../../app/state/stored-settings.ts';
import { messageOf } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { Forwarder } from '../../net/name-server/forwarder.ts';
import { NameServer } from '../../net/name-server/index.ts';
import { dnsSetup } from '../../system/dns-capture/index.ts';
import { otherNameServers } from '../../system/dns-capture/name-servers.ts';

const FILE = 'dns-standby.pid';
const INTERVAL_MS = 200;

/**
 * Replaces the app's name server whenever the app is not running. Resolves when nothing is captured any more, or when
 * another standby of this data folder is running. `say` receives messages for the user.
 */
export async function standBy(home: string, say: (text: string) => void): Promise<void> {
  if (!(await claim(home))) return;
  let server: NameServer | null = null;
  for (let port = await capturedPort(home); port !== null; port = await capturedPort(home)) {
    const isNeeded = !(await isAppRunning(home));
    if (server !== null && (!isNeeded || server.port !== port)) {
      await server.close();
      server = null;
    }
    if (server === null && isNeeded) server = await listen(port, say);
    await setTimeout(INTERVAL_MS);
  }
  await server?.close();
  await rm(join(home, FILE), { force: true });
}

/** Null while the port is taken, for example by an app that is on its way out. */
async function listen(port: number, say: (text: string) => void): Promise<NameServer | null> {
  try {
    const upstream = new Forwarder(() => otherNameServers(port));
    return await NameServer.on({ port, captures: () => false, upstream });
  } catch (error) {
    say(`DNS port ${port} cannot be opened: ${messageOf(error)}`);
    return null;
  }
}

/** Writes our process id; false when another standby runs. */
async function claim(home: string): Promise<boolean> {
  const path = join(home, FILE);
  const other = Number(await readFile(path, 'latin1').catch(() => ''));
  if (Number.isInteger(other) && other > 0 && other !== process.pid && hasProcess(other)) return false;
  await replaceFile(path, `${process.pid}\n`);
  return true;
}

/** Returns the port of the name server that the settings ask for; null when nothing is captured. */
async function capturedPort(home: string): Promise<number | null> {
  try {
    const text = await readFile(join(home, 'settings.json'), 'utf8');
    const { isEnabled, domains, dnsPort } = parseStored(JSON.parse(text)).settings.dnsCapture;
    return isEnabled && domains.length > 0 ? (dnsPort ?? dnsSetup().port) : null;
  } catch {
    return null;
  }
}
