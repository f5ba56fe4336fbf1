// macOS: `networksetup`, for each network service that is not disabled. Lists of hosts to reach directly stay as they
// are. Proxies that are configured automatically are switched off, because they would be used instead.
import { messageOf, UserError } from '../../base/errors.ts';
import { failureOf, type RunProgram } from '../commands.ts';
import { PROXY_HOST, type ProxySetting, type ProxySettings } from './contract.ts';

/** Runs networksetup and returns its output; rejects when it fails. */
type NetworkSetup = (...args: readonly string[]) => Promise<string>;

/** Keys are `<kind> <service>`; values are `on` or `off`, with host and port where a manual proxy has them. */
export function macosSettings(run: RunProgram): ProxySettings {
  const setup: NetworkSetup = async (...args) => {
    const result = await run('/usr/sbin/networksetup', args);
    // Some errors appear only in the output, with exit code 0.
    if (result.code === 0 && !/\*\* Error|not a recognized|requires admin/i.test(result.stdout))
      return result.stdout;
    throw unusable(`${failureOf('networksetup', result)}${hint(result.stdout)}`);
  };
  /** The same for one service, whose name is in the error. */
  const setupOf = async (service: string, option: string, ...args: readonly string[]): Promise<string> => {
    try {
      return await setup(option, service, ...args);
    } catch (error) {
      throw new UserError('UNAVAILABLE', `${service}: ${messageOf(error)}`, { cause: error });
    }
  };
  return {
    name: 'macOS',
    remark: 'it reaches localhost and other hosts of this computer directly: give a server another name',
    wanted: async (port) => wanted(activeServices(await setup('-listallnetworkservices')), port),
    async read(keys) {
      const services = activeServices(await setup('-listallnetworkservices'));
      const values = new Map<string, string | null>();
      for (const key of keys) {
        const { kind, service } = partsOf(key);
        // A service that was removed or disabled in the meantime has nothing to restore.
        const isActive = services.includes(service);
        values.set(key, isActive ? kind.value(await setupOf(service, kind.read), service) : null);
      }
      return values;
    },
    async write(key, value) {
      const { kind, service } = partsOf(key);
      const [state = 'off', ...address] = (value ?? 'off').split(' ');
      // Setting an address turns the proxy on.
      if (address.length > 0) await setupOf(service, kind.write, ...address);
      if (address.length === 0 || state === 'off') await setupOf(service, kind.turn, state);
    },
    async pointsTo(port) {
      return isEffective((await run('/usr/sbin/scutil', ['--proxy'])).stdout, port);
    },
  };
}

interface Kind {
  readonly read: string;
  readonly write: string;
  readonly turn: string;
  /** Parses what networksetup prints of the service. */
  readonly value: (output: string, service: string) => string;
}

const manual = (name: string): Kind => ({
  read: `-get${name}`,
  write: `-set${name}`,
  turn: `-set${name}state`,
  value: manualValue,
});

const KINDS: Readonly<Record<string, Kind>> = {
  webproxy: manual('webproxy'),
  securewebproxy: manual('securewebproxy'),
  autoproxy: {
    read: '-getautoproxyurl',
    write: '-setautoproxyurl',
    turn: '-setautoproxystate',
    value: (output) => state(/^Enabled: (.*)$/m.exec(output)?.[1]),
  },
  autodiscovery: {
    read: '-getproxyautodiscovery',
    write: '-setproxyautodiscovery',
    turn: '-setproxyautodiscovery',
    value: (output) => state(/^Auto Proxy Discovery: (.*)$/m.exec(output)?.[1]),
  },
};

function partsOf(key: string): { readonly kind: Kind; readonly service: string } {
  const space = key.indexOf(' ');
  const kind = KINDS[key.slice(0, space)];
  if (kind === undefined) throw unusable(`${JSON.stringify(key)} is not a setting of this system`);
  return { kind, service: key.slice(space + 1) };
}

function wanted(services: readonly string[], port: number): readonly ProxySetting[] {
  if (services.length === 0)
    throw new UserError('UNAVAILABLE', 'this Mac has no active network service: connect to a network');
  const ours = `on ${PROXY_HOST} ${port}`;
  return services.flatMap((service) => [
    { key: `webproxy ${service}`, value: ours, part: service },
    { key: `securewebproxy ${service}`, value: ours, part: service },
    { key: `autoproxy ${service}`, value: 'off', part: service },
    { key: `autodiscovery ${service}`, value: 'off', part: service },
  ]);
}

/** Parses the list of services: a line of explanation, then one a line, the disabled ones with an asterisk. */
function activeServices(output: string): readonly string[] {
  const [, ...lines] = output.split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('*'));
}

function manualValue(output: string, service: string): string {
  const fields = new Map(
    Array.from(output.matchAll(/^(.+?): ?(.*)$/gm), ([, name = '', value = '']) => [name, value.trim()]),
  );
  if (state(fields.get('Enabled')) === 'on' && fields.get('Authenticated Proxy Enabled') === '1')
    throw new UserError(
      'CONFLICT',
      `${service} uses a proxy with a password, which could not be restored: set it as externalProxy in the settings, and turn it off in the network settings`,
    );
  const server = fields.get('Server') ?? '';
  return [state(fields.get('Enabled')), ...(server === '' ? [] : [server, fields.get('Port') ?? '0'])].join(
    ' ',
  );
}

function state(text: string | undefined): 'on' | 'off' {
  return /^(?:yes|on|1)$/i.test(text?.trim() ?? '') ? 'on' : 'off';
}

/** Parses the settings that are in force, which `scutil --proxy` prints. */
function isEffective(output: string, port: number): boolean {
  const has = (name: string, value: string): boolean => output.includes(`\n  ${name} : ${value}\n`);
  return ['HTTP', 'HTTPS'].every(
    (scheme) =>
      has(`${scheme}Enable`, '1') && has(`${scheme}Proxy`, PROXY_HOST) && has(`${scheme}Port`, String(port)),
  );
}

/** Says what to do about the errors whose cause is known. */
function hint(output: string): string {
  return /requires admin privileges/i.test(output)
    ? ': use an account that may administer this Mac, and turn off "Require an administrator password to access system-wide settings" in Privacy & Security, Advanced'
    : '';
}

function unusable(reason: string): UserError {
  return new UserError('UNAVAILABLE', `the network settings cannot be used (${reason})`);
}
