// Windows: the Internet settings of the user in the registry, through `reg`, and a broadcast of the change. The list of
// hosts to reach directly, ProxyOverride, gets the entry `<-loopback>`, which takes loopback hosts out of it. A
// configuration script is removed, because it would be used instead.
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { moduleFile } from '../../base/module-file.ts';
import { ownScript } from '../../base/own-command.ts';
import { failureOf, type RunProgram } from '../commands.ts';
import { PROXY_HOST, type ProxySetting, type ProxySettings } from './contract.ts';

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';

/** Keys are names of registry values; values are `<type> <data>`, as `reg query` prints them. */
export function windowsSettings(run: RunProgram, env: NodeJS.ProcessEnv): ProxySettings {
  const system = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  const reg = async (...args: readonly string[]): Promise<string> => {
    const result = await run(join(system, 'reg.exe'), args);
    if (result.code === 0) return result.stdout;
    throw new UserError('UNAVAILABLE', `the Internet settings cannot be used (${failureOf('reg', result)})`);
  };
  const read = async (): Promise<ReadonlyMap<string, string>> => parsed(await reg('query', KEY));
  return {
    name: 'Windows',
    wanted: async (port) => [
      { key: OVERRIDE, value: withLoopback((await read()).get(OVERRIDE)), isSwitch: true },
      ...wanted(port),
    ],
    async read(keys) {
      const values = await read();
      return new Map(keys.map((key) => [key, values.get(key) ?? null]));
    },
    async write(key, value) {
      if (value === null) {
        if ((await read()).has(key)) await reg('delete', KEY, '/v', key, '/f');
        return;
      }
      const [, type = '', data = ''] = /^(\S+) ?(.*)$/.exec(value) ?? [];
      await reg('add', KEY, '/v', key, '/t', type, '/d', data, '/f');
    },
    async announce() {
      const [command, ...args] = ownScript(ANNOUNCE);
      await run(command, args);
    },
    async pointsTo(port) {
      const values = await read().catch(() => new Map<string, string>());
      return wanted(port).every(({ key, value }) => (values.get(key) ?? null) === value);
    },
  };
}

function wanted(port: number): readonly ProxySetting[] {
  return [
    { key: 'ProxyServer', value: `REG_SZ ${PROXY_HOST}:${port}` },
    { key: 'AutoConfigURL', value: null },
    { key: 'ProxyEnable', value: 'REG_DWORD 0x1', isSwitch: true },
  ];
}

/** Parses lines of name, type and data, four spaces apart; a name may have spaces. */
function parsed(output: string): ReadonlyMap<string, string> {
  const lines = output.matchAll(/^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*?))?\r?$/gm);
  return new Map(Array.from(lines, ([, name = '', type = '', data = '']) => [name, `${type} ${data}`]));
}

const ANNOUNCE = moduleFile(new URL('./announce-change.ts', import.meta.url));
const OVERRIDE = 'ProxyOverride';
/** Cancels the rule that loopback hosts are reached directly. Later entries of the list win. */
const LOOPBACK = '<-loopback>';

/** Returns the list, as `<type> <data>`, with the entry at its end. */
function withLoopback(present = 'REG_SZ '): string {
  const [, type = 'REG_SZ', data = ''] = /^(\S+) ?(.*)$/.exec(present) ?? [];
  const hosts = data.split(';').filter((host) => host !== '');
  return `${type} ${(hosts.includes(LOOPBACK) ? hosts : [...hosts, LOOPBACK]).join(';')}`;
}
