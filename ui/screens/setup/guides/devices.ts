// The guides for other devices, and for their simulators.
import { AppWindow, Smartphone, TabletSmartphone } from 'lucide-react';
import { quoted, remoteAddress, type Facts } from '../model/facts.ts';
import type { Check } from '../model/clients.ts';
import type { Guide, Step } from './contract.ts';
import { chooseHosts, command, setupCommand } from './shared.ts';

export const ios: Guide = {
  id: 'ios',
  title: 'iOS device',
  icon: Smartphone,
  group: 'devices',
  isRemote: true,
  summary: 'iPhone or iPad in the same network as this computer. About two minutes.',
  steps: (facts, check) => [
    setProxy(facts, check, 'Settings, Wi-Fi, your network, Configure Proxy, Manual:'),
    {
      title: 'Install the certificate',
      isDone: check.decrypted > 0,
      parts: [
        { type: 'page', file: 'mobileconfig', device: 'Scan with the camera, or open in Safari:' },
        {
          type: 'text',
          text: `Allow the profile, then Settings, General, VPN & Device Management, ${facts.certificateName}, Install.`,
        },
      ],
    },
    {
      title: 'Trust it',
      text: `Settings, General, About, Certificate Trust Settings: switch on ${facts.certificateName}. Without this step apps refuse every HTTPS connection.`,
      isDone: check.decrypted > 0,
    },
    chooseHosts(facts),
  ],
};

export const simulator: Guide = {
  id: 'simulator',
  title: 'iOS simulator',
  icon: AppWindow,
  group: 'devices',
  isRemote: false,
  summary: 'It follows the proxy settings of the Mac that it runs on.',
  steps: (facts, check) => [
    {
      title: 'Trust the certificate in the simulator',
      text: 'For the simulator that runs now. Apps that are open have to be started again.',
      isDone: check.decrypted > 0,
      parts: [
        command(setupCommand(facts, 'simulator')),
        command(
          `xcrun simctl keychain booted add-root-cert ${quoted(facts.certificatePath)}`,
          'The same by hand',
        ),
      ],
    },
    {
      title: 'Set the proxy of the Mac',
      text: 'The second command takes it back.',
      isDone: facts.isSystemProxy,
      parts: [
        command(
          `networksetup -setwebproxy Wi-Fi 127.0.0.1 ${facts.port} && networksetup -setsecurewebproxy Wi-Fi 127.0.0.1 ${facts.port}`,
          'On',
        ),
        command(
          'networksetup -setwebproxystate Wi-Fi off && networksetup -setsecurewebproxystate Wi-Fi off',
          'Off',
        ),
      ],
    },
    chooseHosts(facts),
  ],
};

export const android: Guide = {
  id: 'android',
  title: 'Android',
  icon: TabletSmartphone,
  group: 'devices',
  isRemote: true,
  summary: 'A device in the same network as this computer, or an emulator on it.',
  steps: (facts, check) => [
    {
      title: 'Connected by USB, or in the emulator',
      text: 'Sets the proxy of each device that adb finds, and puts the certificate on it as a file to install. --undo takes it back.',
      isDone: check.requests > 0,
      parts: [command(setupCommand(facts, 'android'))],
    },
    {
      ...setProxy(facts, check, 'Settings, Network, your Wi-Fi, Edit, Proxy, Manual:'),
      parts: [
        { type: 'values', rows: proxyRows(facts) },
        command(`adb shell settings put global http_proxy ${remoteAddress(facts)}`, 'Or with adb'),
        command('adb shell settings put global http_proxy :0', 'Off'),
        command(`adb shell settings put global http_proxy 10.0.2.2:${facts.port}`, 'In the emulator'),
      ],
    },
    {
      title: 'Install the certificate',
      isDone: check.decrypted > 0,
      parts: [
        { type: 'page', file: 'crt', device: 'Scan with the camera, or open in the browser:' },
        {
          type: 'text',
          text: 'Settings, Security, More, Encryption & credentials, Install a certificate, CA certificate. The search of Settings finds “CA certificate” sooner.',
        },
      ],
    },
    {
      title: 'Let your app trust it',
      text: 'Browsers trust it now. An app does so if its res/xml/network_security_config.xml says it, as for debug builds:',
      parts: [
        command(
          '<network-security-config>\n  <debug-overrides>\n    <trust-anchors>\n      <certificates src="user" />\n    </trust-anchors>\n  </debug-overrides>\n</network-security-config>',
        ),
      ],
    },
    chooseHosts(facts),
  ],
};

/** Returns the step with the server and port to type on the device. It is done once requests have arrived. */
export function setProxy(facts: Facts, check: Check, text: string): Step {
  return {
    title: 'Set the proxy on the device',
    text,
    isDone: check.requests > 0,
    parts: [{ type: 'values', rows: proxyRows(facts) }],
  };
}

function proxyRows({ address, port }: Facts): readonly (readonly [string, string])[] {
  return [
    ['Server', address ?? 'the address of this computer'],
    ['Port', String(port)],
  ];
}
