// `setup android`: sets up each connected device or emulator over adb. It opens a tunnel back to this computer, sets
// the device's proxy, and copies the root as a file that its settings can install. The device's previous proxy is
// saved in the data folder.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { failureOf, runProgram } from '../../system/commands.ts';
import { note, print, type SetupRequest, type SetupTarget } from './contract.ts';

export const android: SetupTarget = {
  name: 'android',
  title: 'Android devices and emulators, over adb',
  async run(request) {
    if ((await runProgram('adb', ['version'])).isMissing) {
      print(
        commandsOf(request)
          .map((words) => ['adb', ...words].join(' '))
          .join('\n'),
      );
      note('# adb is not installed, or not on the PATH: run these where it is');
      return 1;
    }
    const devices = connectedDevices(await adb('devices'));
    if (devices.length === 0)
      throw new UserError(
        'NOT_FOUND',
        'adb knows no device: connect one with USB debugging, or start an emulator',
      );
    for (const device of devices) await (request.undo ? undo(device, request) : setUp(device, request));
    return 0;
  },
};

const CERTIFICATE = '/sdcard/Download/proxyctl.pem';
/** The value that Android takes for no proxy. */
const NO_PROXY = ':0';

function commandsOf({ port, caPath, undo: isUndo }: SetupRequest): readonly (readonly string[])[] {
  const proxy = (value: string): readonly string[] => [
    'shell',
    'settings',
    'put',
    'global',
    'http_proxy',
    value,
  ];
  if (isUndo)
    return [proxy(NO_PROXY), ['reverse', '--remove', `tcp:${port}`], ['shell', 'rm', '-f', CERTIFICATE]];
  return [
    ['reverse', `tcp:${port}`, `tcp:${port}`],
    ['push', caPath, CERTIFICATE],
    proxy(`127.0.0.1:${port}`),
  ];
}

async function setUp(device: string, request: SetupRequest): Promise<void> {
  const present = (await adb('-s', device, 'shell', 'settings', 'get', 'global', 'http_proxy')).trim();
  const saved = await load(request.home);
  if (saved[device] === undefined) await save(request.home, { ...saved, [device]: present });
  for (const words of commandsOf(request)) await adb('-s', device, ...words);
  print(
    `${device}: uses the proxy. To trust it: Settings, search for "CA certificate", install ${CERTIFICATE}. Apps trust it when their network security configuration allows certificates of the user`,
  );
}

async function undo(device: string, request: SetupRequest): Promise<void> {
  const { [device]: before = 'null', ...others } = await load(request.home);
  const [reset = [], ...rest] = commandsOf(request);
  const value = before === 'null' || before === '' ? NO_PROXY : before;
  await adb('-s', device, ...reset.slice(0, -1), value);
  // A restart of the device may have removed it already.
  for (const words of rest) await adb('-s', device, ...words).catch(() => undefined);
  await save(request.home, others);
  print(
    `${device}: uses ${value === NO_PROXY ? 'no proxy' : value} as before. Remove the certificate in its settings`,
  );
}

async function adb(...args: readonly string[]): Promise<string> {
  const result = await runProgram('adb', args);
  if (result.code === 0) return result.stdout;
  throw new UserError('UNAVAILABLE', `adb ${args.join(' ')} failed (${failureOf('adb', result)})`);
}

/** Parses lines of a serial number and a state, behind one of explanation. */
function connectedDevices(output: string): readonly string[] {
  return Array.from(output.matchAll(/^(\S+)\tdevice\b/gm), ([, device = '']) => device);
}

type Saved = Readonly<Record<string, string>>;

const fileIn = (home: string): string => join(home, 'setup-android.json');

async function load(home: string): Promise<Saved> {
  const text = await readFile(fileIn(home), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as Saved;
  } catch {
    return {};
  }
}

async function save(home: string, saved: Saved): Promise<void> {
  if (Object.keys(saved).length === 0) await rm(fileIn(home), { force: true });
  else await replaceFile(fileIn(home), `${JSON.stringify(saved, null, 2)}\n`);
}
