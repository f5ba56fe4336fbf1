// The guides for this computer: all its apps, a browser, a terminal.
import { Globe, Monitor, SquareTerminal } from 'lucide-react';
import { locationFragment } from '../../../state/location.ts';
import { quoted, type Facts } from '../model/facts.ts';
import type { Guide, StepPart } from './contract.ts';
import { chooseHosts, command, setupCommand, trustCommands } from './shared.ts';

export const thisComputer: Guide = {
  id: 'mac',
  title: 'This computer',
  icon: Monitor,
  group: 'computer',
  isRemote: false,
  summary: 'Every app that follows the proxy settings of the system.',
  steps: (facts) => [
    {
      title: 'Trust the certificate',
      text: 'Apps that use the certificates of the system accept decrypted HTTPS then.',
      isDone: facts.isTrusted,
      parts: [...trustCommands(facts), { type: 'download', files: ['crt', 'pem'] }],
    },
    {
      title: 'Set the proxy of the system',
      text: 'Off, and the end of the app, bring the earlier settings back. The commands do the same by hand.',
      isDone: facts.isSystemProxy,
      parts: [{ type: 'systemProxy' }, ...systemProxy(facts)],
    },
    chooseHosts(facts),
  ],
};

function systemProxy({ platform, port }: Facts): readonly StepPart[] {
  if (platform === 'mac')
    return [
      command(
        `networksetup -setwebproxy Wi-Fi 127.0.0.1 ${port} && networksetup -setsecurewebproxy Wi-Fi 127.0.0.1 ${port}`,
        'On',
      ),
      command(
        'networksetup -setwebproxystate Wi-Fi off && networksetup -setsecurewebproxystate Wi-Fi off',
        'Off',
      ),
    ];
  if (platform === 'windows') {
    const key = String.raw`HKCU:\Software\Microsoft\Windows\CurrentVersion\Internet Settings`;
    return [
      command(
        `Set-ItemProperty '${key}' -Name ProxyServer -Value 127.0.0.1:${port}; Set-ItemProperty '${key}' -Name ProxyEnable -Value 1`,
        'On, in PowerShell',
      ),
      command(`Set-ItemProperty '${key}' -Name ProxyEnable -Value 0`, 'Off'),
    ];
  }
  const set = (scheme: string): string =>
    `gsettings set org.gnome.system.proxy.${scheme} host 127.0.0.1 && gsettings set org.gnome.system.proxy.${scheme} port ${port}`;
  return [
    command(
      `${set('http')} && ${set('https')} && gsettings set org.gnome.system.proxy mode manual`,
      'On, in GNOME',
    ),
    command('gsettings set org.gnome.system.proxy mode none', 'Off'),
  ];
}

export const browser: Guide = {
  id: 'browser',
  title: 'Browser',
  icon: Globe,
  group: 'computer',
  isRemote: false,
  summary: 'A browser of its own profile, so that nothing changes for the one you use.',
  steps: (facts, check) => [
    {
      title: 'Start a browser through the proxy',
      text: 'It has a fresh profile, which is removed when it ends, and accepts the certificate without installing it.',
      isDone: check.decrypted > 0,
      parts: [
        { type: 'start', targets: ['chromium', 'firefox'] },
        command(setupCommand(facts, 'chromium'), 'Chrome, Edge, Brave or Chromium'),
        command(setupCommand(facts, 'firefox'), 'Firefox'),
        command(chrome(facts), 'Or Chrome by hand'),
      ],
    },
    {
      title: 'Or set up Firefox',
      text: 'Settings, Network Settings, Manual proxy configuration: the values below, and “Also use this proxy for HTTPS”. Then Privacy & Security, View Certificates, Authorities, Import.',
      parts: [
        {
          type: 'values',
          rows: [
            ['HTTP Proxy', '127.0.0.1'],
            ['Port', String(facts.port)],
          ],
        },
        { type: 'download', files: ['crt'] },
      ],
    },
    chooseHosts(facts),
  ],
};

function chrome({ platform, local, keyHash }: Facts): string {
  const options = (profile: string): string =>
    `--user-data-dir=${profile} --proxy-server=http://${local} "--proxy-bypass-list=<-loopback>" --ignore-certificate-errors-spki-list=${keyHash} --no-first-run`;
  if (platform === 'mac') return `open -na "Google Chrome" --args ${options('/tmp/proxyctl-chrome')}`;
  if (platform === 'windows') return `start chrome ${options('"%TEMP%\\proxyctl-chrome"')}`;
  return `google-chrome ${options('/tmp/proxyctl-chrome')}`;
}

export const terminal: Guide = {
  id: 'terminal',
  title: 'Terminal',
  icon: SquareTerminal,
  group: 'computer',
  isRemote: false,
  summary: 'Programs that you start in one terminal. Others do not change.',
  steps: (facts, check) => [
    {
      title: 'Open a terminal, or paste this into yours',
      text: 'It lasts until you close it. The first command covers Node.js, Python, Java, Ruby, Go, .NET and others, trust included; with --undo it takes that back.',
      isDone: check.requests > 0,
      parts: [
        { type: 'start', targets: ['terminal'] },
        command(terminalCommand(facts)),
        command(variables(facts), 'Or by hand'),
      ],
    },
    {
      title: 'Trust the certificate, if you did it by hand',
      text: 'curl, git, Go and Ruby ask the system, Python asks the variables below. These stand in place of the usual certificates: hosts that are not decrypted are refused while they are set.',
      isDone: facts.isTrusted || check.decrypted > 0,
      parts: [
        {
          type: 'link',
          href: locationFragment('setup', { page: 'mac' }),
          title: 'Trust it on this computer',
        },
        command(
          assigned(facts.platform, [
            ['REQUESTS_CA_BUNDLE', facts.certificatePath],
            ['SSL_CERT_FILE', facts.certificatePath],
          ]),
        ),
      ],
    },
    {
      title: 'Try it',
      parts: [
        command(
          `${facts.platform === 'windows' ? 'curl.exe' : 'curl'} -x http://${facts.local} http://example.com/`,
        ),
      ],
    },
    chooseHosts(facts),
  ],
};

function terminalCommand(facts: Facts): string {
  return facts.platform === 'windows'
    ? `${setupCommand(facts, 'terminal --shell powershell')} | Out-String | Invoke-Expression`
    : `eval "$(${setupCommand(facts, 'terminal')})"`;
}

function variables({ platform, local, certificatePath }: Facts): string {
  const url = `http://${local}`;
  const names =
    platform === 'windows'
      ? ['HTTP_PROXY', 'HTTPS_PROXY']
      : ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  return assigned(platform, [
    ...names.map((name): readonly [string, string] => [name, url]),
    ['NODE_USE_ENV_PROXY', '1'],
    ['NODE_EXTRA_CA_CERTS', certificatePath],
  ]);
}

function assigned(
  platform: Facts['platform'],
  values: readonly (readonly [name: string, value: string])[],
): string {
  if (platform === 'windows') return values.map(([name, value]) => `$env:${name}="${value}"`).join('; ');
  return `export ${values.map(([name, value]) => `${name}=${quoted(value)}`).join(' ')}`;
}
