// KDE Plasma: the file kioslaverc, through the programs that read and write settings of KDE. The hosts to reach
// directly, `NoProxyFor`, stay as they are.
import { UserError } from '../../base/errors.ts';
import { failureOf, type CommandResult, type RunProgram } from '../commands.ts';
import { PROXY_HOST, type ProxySettings, type SettingValues } from './contract.ts';

const SETTINGS_GROUP = ['--file', 'kioslaverc', '--group', 'Proxy Settings', '--key'];

/** `release` is the number of the programs' names, such as 6 in kreadconfig6. */
export function kdeSettings(run: RunProgram, release: string): ProxySettings {
  const reader = `kreadconfig${release}`;
  const writer = `kwriteconfig${release}`;
  const checked = (program: string, result: CommandResult): string => {
    if (result.code === 0) return result.stdout.trimEnd();
    throw new UserError(
      'UNAVAILABLE',
      `the proxy settings of KDE cannot be used (${failureOf(program, result)})`,
    );
  };
  const read = async (keys: readonly string[]): Promise<SettingValues> => {
    const values = new Map<string, string | null>();
    for (const key of keys)
      values.set(key, checked(reader, await run(reader, [...SETTINGS_GROUP, key])) || null);
    return values;
  };
  return {
    name: 'KDE',
    remark: 'it reaches the hosts of its list of exceptions directly',
    wanted: (port) => Promise.resolve(wanted(port)),
    read,
    async write(key, value) {
      checked(
        writer,
        await run(writer, [...SETTINGS_GROUP, key, ...(value === null ? ['--delete'] : [value])]),
      );
    },
    async announce() {
      await run('dbus-send', [
        '--type=signal',
        '/KIO/Scheduler',
        'org.kde.KIO.Scheduler.reparseSlaveConfiguration',
        'string:',
      ]);
    },
    async pointsTo(port) {
      const settings = wanted(port);
      const values = await read(settings.map(({ key }) => key)).catch(() => new Map<string, string>());
      return settings.every(({ key, value }) => values.get(key) === value);
    },
  };
}

function wanted(port: number): Awaited<ReturnType<ProxySettings['wanted']>> {
  // The port follows a space, as KDE's system settings write it.
  const url = `http://${PROXY_HOST} ${port}`;
  return [
    { key: 'httpProxy', value: url },
    { key: 'httpsProxy', value: url },
    { key: 'ProxyType', value: '1', isSwitch: true },
  ];
}
