// The settings about other devices: whether they may connect, which, and how far they may go.
import { AccountControl } from './controls/account.tsx';
import { FlagControl, NetworkFlagControl } from './controls/flag.tsx';
import { LinesControl } from './controls/texts.tsx';
import type { SettingEntry } from './entry.ts';

export const deviceEntries: readonly SettingEntry[] = [
  {
    key: 'listenOnAllInterfaces',
    page: 'network',
    title: 'Other devices may connect',
    isField: false,
    hint: 'Listens on all interfaces. Private networks only, unless listed below.',
    words: 'listen interfaces phone lan wifi',
    Control: NetworkFlagControl,
  },
  {
    key: 'allowedClientIPs',
    page: 'network',
    title: 'Allowed addresses',
    isField: true,
    hint: 'IP address or network, one a line. Empty: private networks. This computer always may.',
    words: 'clients access devices 192.168.0.0/16',
    Control: LinesControl,
  },
  {
    key: 'deviceLogin',
    page: 'network',
    title: 'Account for other devices',
    isField: false,
    hint: 'Other devices have to log in with it. Both empty: no account. This computer never needs it.',
    words: 'proxy password authentication login 407',
    Control: AccountControl,
  },
  {
    key: 'allowDevicesToLocal',
    page: 'network',
    title: 'Devices reach this computer',
    isField: false,
    hint: 'Lets other devices open localhost and this computer’s own addresses through the proxy.',
    words: 'loopback local development server',
    Control: FlagControl,
  },
];
