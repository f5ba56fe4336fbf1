// GNOME and the desktops that share its settings (Cinnamon, Budgie, MATE, Xfce, Unity): `gsettings`. The list of hosts
// to reach directly, `ignore-hosts`, stays as it is.
import { UserError } from '../../base/errors.ts';
import { failureOf, type CommandResult, type RunProgram } from '../commands.ts';
import { PROXY_HOST, type ProxySettings } from './contract.ts';

const SCHEMA = 'org.gnome.system.proxy';

/** Keys are `<schema> <key>`; values are written as GVariant texts. */
export function gnomeSettings(run: RunProgram): ProxySettings {
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const result = await run('gsettings', ['list-recursively', SCHEMA]);
    if (result.code !== 0) throw unusable(result);
    return parsed(result.stdout);
  };
  return {
    name: 'GNOME',
    remark: 'it reaches the hosts of its list of exceptions directly, localhost among them by default',
    wanted: (port) => Promise.resolve(wanted(port)),
    async read(keys) {
      const values = await read();
      return new Map(keys.map((key) => [key, values.get(key) ?? null]));
    },
    async write(key, value) {
      const [schema = '', name = ''] = key.split(' ');
      const args = value === null ? ['reset', schema, name] : ['set', schema, name, value];
      const result = await run('gsettings', args);
      // Without a session bus, the command warns and exits with 0.
      if (result.code !== 0 || result.stderr.includes('failed to commit')) throw unusable(result);
    },
    async pointsTo(port) {
      const values = await read().catch(() => new Map<string, string>());
      return wanted(port).every(({ key, value }) => values.get(key) === value);
    },
  };
}

function wanted(port: number): Awaited<ReturnType<ProxySettings['wanted']>> {
  const host = `'${PROXY_HOST}'`;
  return [
    { key: `${SCHEMA}.http host`, value: host },
    { key: `${SCHEMA}.http port`, value: String(port) },
    { key: `${SCHEMA}.https host`, value: host },
    { key: `${SCHEMA}.https port`, value: String(port) },
    { key: `${SCHEMA} mode`, value: "'manual'", isSwitch: true },
  ];
}

/** Parses lines of schema, key and value. */
function parsed(output: string): ReadonlyMap<string, string> {
  const lines = output.matchAll(/^(\S+ \S+) (.*)$/gm);
  return new Map(Array.from(lines, ([, key = '', value = '']) => [key, value]));
}

function unusable(result: CommandResult): UserError {
  return new UserError(
    'UNAVAILABLE',
    `the proxy settings of GNOME cannot be used (${failureOf('gsettings', result)})`,
  );
}
