// Systems whose proxy settings can be switched, in memory: programs that take the arguments of the real ones, print what
// those print, and keep the values.
import type { CommandResult, RunProgram } from '../../src/system/commands.ts';
import type { ProxySettings } from '../../src/system/system-proxy/contract.ts';
import { proxySettings } from '../../src/system/system-proxy/index.ts';

export interface FakeSystem {
  readonly settings: (run?: RunProgram) => Promise<ProxySettings>;
  readonly run: RunProgram;
  /** The command lines that changed something. */
  readonly changes: readonly string[];
  /** The values as a user would see them. */
  readonly values: () => unknown;
  /** Changes a value as a user would do it. */
  readonly userSets: (program: string, ...args: readonly string[]) => Promise<unknown>;
}

type Program = (args: readonly string[]) => string | null;

const result = (code: number | null, stdout = '', isMissing = false): CommandResult => ({
  code,
  stdout,
  stderr: '',
  isMissing,
});

/** `programs` return their output, or null when they fail. */
function fakeSystem(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  programs: Readonly<Record<string, Program>>,
  { values, isChange }: { readonly values: () => unknown; readonly isChange: RegExp },
): FakeSystem {
  const changes: string[] = [];
  const run: RunProgram = (program, args) => {
    const name = program.split(/[/\\]/).at(-1) ?? '';
    const line = [name, ...args].join(' ');
    if (isChange.test(line)) changes.push(line);
    const known = programs[name];
    if (known === undefined) return Promise.resolve(result(null, '', true));
    const output = known(args);
    return Promise.resolve(output === null ? result(1) : result(0, output));
  };
  return {
    settings: (through = run) => proxySettings(platform, env, through),
    run,
    changes,
    values: () => structuredClone(values()),
    userSets: (program, ...args) => run(program, args),
  };
}

/** A Mac with Wi-Fi, an adapter with a proxy of its own, and a service that is disabled. */
export function fakeMac(): FakeSystem {
  const service = (host: string, port: string, on: boolean, url: string) => ({
    webproxy: { on, host, port },
    securewebproxy: { on: false, host: '', port: '0' },
    autoproxy: { on: url !== '', url },
    autodiscovery: false,
  });
  const services: Record<string, ReturnType<typeof service>> = {
    'Wi-Fi': service('', '0', false, ''),
    'USB 10/100 LAN': service('10.0.0.1', '3128', true, 'http://wpad/wpad.dat'),
  };
  const word = (on: boolean): string => (on ? 'Yes' : 'No');
  const networksetup: Program = ([what = '', name = '', first = '', second = '']) => {
    if (what === '-listallnetworkservices')
      return `An asterisk (*) denotes that a network service is disabled.\n${Object.keys(services).join('\n')}\n*Thunderbolt Bridge\n`;
    const its = services[name];
    if (its === undefined)
      return `${name} is not a recognized network service.\n** Error: The parameters were not valid.\n`;
    const [, verb = '', kind = '', state = ''] = /^-(get|set)((?:secure)?webproxy)(state)?$/.exec(what) ?? [];
    if (kind === 'webproxy' || kind === 'securewebproxy') {
      const proxy = its[kind];
      if (verb === 'get')
        return `Enabled: ${word(proxy.on)}\nServer: ${proxy.host}\nPort: ${proxy.port}\nAuthenticated Proxy Enabled: 0\n`;
      if (state === 'state') proxy.on = first === 'on';
      else its[kind] = { on: true, host: first, port: second };
      return '';
    }
    switch (what) {
      case '-getautoproxyurl':
        return `URL: ${its.autoproxy.url || '(null)'}\nEnabled: ${word(its.autoproxy.on)}\n`;
      case '-setautoproxystate':
        its.autoproxy.on = first === 'on';
        return '';
      case '-getproxyautodiscovery':
        return `Auto Proxy Discovery: ${its.autodiscovery ? 'On' : 'Off'}\n`;
      case '-setproxyautodiscovery':
        its.autodiscovery = first === 'on';
        return '';
      default:
        return null;
    }
  };
  const scutil: Program = () => {
    const { webproxy: http, securewebproxy: https } = services['Wi-Fi']!;
    const lines = [
      ['HTTPEnable', Number(http.on)],
      ['HTTPPort', http.port],
      ['HTTPProxy', http.host],
      ['HTTPSEnable', Number(https.on)],
      ['HTTPSPort', https.port],
      ['HTTPSProxy', https.host],
    ];
    return `<dictionary> {\n${lines.map(([name, value]) => `  ${name} : ${value}\n`).join('')}}\n`;
  };
  return fakeSystem('darwin', {}, { networksetup, scutil }, { values: () => services, isChange: / -set/ });
}

/** A GNOME session with a proxy that is configured and off. */
export function fakeGnome(): FakeSystem {
  const values = new Map([
    ['org.gnome.system.proxy mode', "'none'"],
    ['org.gnome.system.proxy ignore-hosts', "['localhost', '127.0.0.0/8', '::1']"],
    ['org.gnome.system.proxy.http host', "'cache.example'"],
    ['org.gnome.system.proxy.http port', '8080'],
    ['org.gnome.system.proxy.https host', "''"],
    ['org.gnome.system.proxy.https port', '0'],
  ]);
  const gsettings: Program = ([verb, schema = '', key = '', value = '']) => {
    if (verb === 'list-recursively') return [...values].map((pair) => `${pair.join(' ')}\n`).join('');
    if (verb === 'set') values.set(`${schema} ${key}`, value);
    return `${values.get(`${schema} ${key}`) ?? ''}\n`;
  };
  return fakeSystem(
    'linux',
    { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' },
    { gsettings },
    { values: () => values, isChange: / set / },
  );
}

/** A KDE session without a proxy, and with a list of hosts to reach directly. */
export function fakeKde(): FakeSystem {
  const values = new Map([['NoProxyFor', 'localhost']]);
  const keyOf = (args: readonly string[]): string => args[args.indexOf('--key') + 1] ?? '';
  const kwriteconfig: Program = (args) => {
    if (args.at(-1) === '--delete') values.delete(keyOf(args));
    else values.set(keyOf(args), args.at(-1) ?? '');
    return '';
  };
  const kreadconfig: Program = (args) => `${values.get(keyOf(args)) ?? ''}\n`;
  return fakeSystem(
    'linux',
    { XDG_CURRENT_DESKTOP: 'KDE' },
    { kreadconfig5: kreadconfig, kwriteconfig5: kwriteconfig, 'dbus-send': () => '' },
    { values: () => values, isChange: /^(?:kwriteconfig|dbus-send)/ },
  );
}

/** Windows with a configuration script. */
export function fakeWindows(): FakeSystem {
  const values = new Map([
    ['ProxyEnable', ['REG_DWORD', '0x0']],
    ['ProxyOverride', ['REG_SZ', '<local>;*.example.com']],
    ['AutoConfigURL', ['REG_SZ', 'http://wpad.example/wpad.dat']],
  ]);
  const argument = (args: readonly string[], name: string): string => args[args.indexOf(name) + 1] ?? '';
  const reg: Program = (args) => {
    const [verb, key = ''] = args;
    if (verb === 'query') {
      const lines = [...values].map(([name, data]) => `    ${name}    ${data.join('    ')}\r\n`);
      return `\r\n${key.replace('HKCU', 'HKEY_CURRENT_USER')}\r\n${lines.join('')}\r\n`;
    }
    if (verb === 'delete') return values.delete(argument(args, '/v')) ? '' : null;
    values.set(argument(args, '/v'), [argument(args, '/t'), argument(args, '/d')]);
    return 'The operation completed successfully.\r\n';
  };
  return fakeSystem(
    'win32',
    { SystemRoot: 'C:\\Windows' },
    { 'reg.exe': reg, node: () => '' },
    { values: () => values, isChange: / (?:add|delete) |^node/ },
  );
}
