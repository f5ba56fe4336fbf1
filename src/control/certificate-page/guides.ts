// Guides for trusting the root certificate, by device and program. Texts are plain; backquotes mark `code`, and a step
// that is a command is shown as a block to copy.
import {
  addToAnchors,
  addToJava,
  addToKeychain,
  addToNss,
  addToUserStore,
  ANCHOR_FOLDERS,
  CHROMIUM_DATABASE,
  commandLine,
  ROOT_FILE,
} from '../../base/trust-places.ts';

export interface Guide {
  readonly id: string;
  readonly title: string;
  /** The certificate file to use, by its extension. */
  readonly file: 'pem' | 'crt' | 'mobileconfig';
  readonly steps: readonly Step[];
  /** True when one of the steps is enough. */
  readonly isChoice?: boolean;
  /** A remark below the steps. */
  readonly note?: string;
  /** True for the User-Agent of a browser on this device. */
  readonly isOn?: (agent: string) => boolean;
}

export type Step = string | { readonly command: string };

const CRT = `${ROOT_FILE}.crt`;
const PEM = `${ROOT_FILE}.pem`;

export const devices: readonly Guide[] = [
  {
    id: 'ios',
    title: 'iPhone and iPad',
    file: 'mobileconfig',
    isOn: (agent) => /iPhone|iPad/.test(agent),
    steps: [
      'Open this page in Safari, tap the profile below and allow the download.',
      'Settings › General › VPN & Device Management: tap the downloaded profile and install it.',
      'Settings › General › About › Certificate Trust Settings: switch the certificate on.',
    ],
    note: 'Apps with certificate pinning refuse it nevertheless.',
  },
  {
    id: 'android',
    title: 'Android',
    file: 'crt',
    isOn: (agent) => agent.includes('Android'),
    steps: [
      'Download the certificate below.',
      `Settings › Security & privacy › More › Encryption & credentials › Install a certificate › CA certificate: choose \`${CRT}\`. On some devices the search of Settings finds “CA certificate” sooner.`,
    ],
    note: 'Browsers trust it then. Apps do so only if they are built to trust certificates of the user, as debug builds usually are (`network_security_config`).',
  },
  {
    id: 'macos',
    title: 'macOS',
    file: 'crt',
    isOn: (agent) => agent.includes('Macintosh'),
    steps: [
      'Download the certificate, open it and add it to the login keychain.',
      'Keychain Access: open the certificate, unfold Trust and choose Always Trust. Or, in a terminal:',
      { command: commandLine(addToKeychain(CRT)) },
    ],
  },
  {
    id: 'windows',
    title: 'Windows',
    file: 'crt',
    isOn: (agent) => agent.includes('Windows NT'),
    steps: [
      'Download the certificate, open it and choose Install Certificate.',
      'Take Current User, then “Place all certificates in the following store”: Trusted Root Certification Authorities. Or, in a terminal:',
      { command: commandLine(addToUserStore(CRT), true) },
    ],
  },
  {
    id: 'linux',
    title: 'Linux',
    file: 'pem',
    isChoice: true,
    isOn: (agent) => agent.includes('Linux') && !agent.includes('Android'),
    steps: [
      ...ANCHOR_FOLDERS.flatMap((folder): readonly Step[] => [
        `${folder.systems}:`,
        { command: commandLine(addToAnchors(folder, PEM)) },
      ]),
      'Chrome and Chromium have a store of their own:',
      { command: commandLine(addToNss(`$HOME/${CHROMIUM_DATABASE}`, PEM)) },
    ],
  },
  {
    id: 'firefox',
    title: 'Firefox',
    file: 'crt',
    isOn: (agent) => agent.includes('Firefox') && !agent.includes('Android'),
    steps: [
      `Settings › Privacy & Security › Certificates › View Certificates › Authorities › Import: choose \`${CRT}\`.`,
      'Tick “Trust this CA to identify websites”.',
    ],
  },
];

export const programs: readonly Guide[] = [
  {
    id: 'curl',
    title: 'curl',
    file: 'pem',
    steps: [{ command: `curl --cacert ${PEM} -x PROXY https://example.com/` }],
  },
  {
    id: 'node',
    title: 'Node.js',
    file: 'pem',
    steps: [{ command: `export NODE_EXTRA_CA_CERTS="$PWD/${PEM}"` }],
    note: 'Read when the program starts; certificates that come with Node.js stay trusted.',
  },
  {
    id: 'python',
    title: 'Python',
    file: 'pem',
    steps: [
      'The standard library and httpx, then requests:',
      { command: `export SSL_CERT_FILE="$PWD/${PEM}"` },
      { command: `export REQUESTS_CA_BUNDLE="$PWD/${PEM}"` },
    ],
    note: 'Both stand in place of the usual certificates: hosts that are not decrypted are no longer trusted.',
  },
  {
    id: 'java',
    title: 'Java',
    file: 'crt',
    steps: [{ command: commandLine(addToJava(CRT)) }],
    note: 'The password of the store is `changeit` unless somebody changed it. Where Java belongs to all users, put `sudo` before the command.',
  },
  {
    id: 'others',
    title: 'Go, Ruby, PHP, OpenSSL',
    file: 'pem',
    steps: [{ command: `export SSL_CERT_FILE="$PWD/${PEM}"` }],
    note: 'On macOS and Windows, Go asks the system instead.',
  },
];
