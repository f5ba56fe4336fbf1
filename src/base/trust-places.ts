// The location of the root certificate on each system: one name, one location and one domain, declared once for the
// commands, the certificate page, the web UI and the documentation. It loads nothing of Node.js: the browser uses it
// too.

/** The name of the file of the root, without its extension. */
export const ROOT_FILE = 'proxyctl-root';
/** The name of the root in stores that name their entries: databases of NSS, and Java. */
export const ROOT_NICKNAME = 'proxyctl';

export type Command = readonly [program: string, ...args: readonly string[]];

/** A folder from which distributions take roots of the administrator, and the program that then makes the bundle. */
export interface AnchorFolder {
  /** The distributions. */
  readonly systems: string;
  readonly folder: string;
  readonly file: string;
  readonly update: Command;
  readonly updateAfterRemoval: Command;
}

/** That of Debian and its relatives, whose images containers mostly have. */
export const DEBIAN_ANCHORS: AnchorFolder = {
  systems: 'Debian, Ubuntu, Alpine',
  folder: '/usr/local/share/ca-certificates',
  // Others than .crt are passed over.
  file: `${ROOT_FILE}.crt`,
  update: ['update-ca-certificates'],
  updateAfterRemoval: ['update-ca-certificates', '--fresh'],
};

/** The first one that exists is that of a system. */
export const ANCHOR_FOLDERS: readonly AnchorFolder[] = [
  DEBIAN_ANCHORS,
  anchors('Fedora, RHEL', '/etc/pki/ca-trust/source/anchors', 'update-ca-trust'),
  anchors('openSUSE', '/etc/pki/trust/anchors', 'update-ca-certificates'),
  anchors('Arch', '/etc/ca-certificates/trust-source/anchors', 'update-ca-trust'),
];

function anchors(systems: string, folder: string, program: string): AnchorFolder {
  return { systems, folder, file: `${ROOT_FILE}.pem`, update: [program], updateAfterRemoval: [program] };
}

/** The keychain of the user, below the home folder, and that of all users. */
export const LOGIN_KEYCHAIN = 'Library/Keychains/login.keychain-db';
export const SYSTEM_KEYCHAIN = '/Library/Keychains/System.keychain';
/** The database of NSS that Chromium and its relatives use on Linux, below the home folder. */
export const CHROMIUM_DATABASE = '.pki/nssdb';

/** Returns the commands that copy the file at `path` into a folder of anchors. */
export function addToAnchors({ folder, file, update }: AnchorFolder, path: string): readonly Command[] {
  return [
    ['sudo', 'cp', path, `${folder}/${file}`],
    ['sudo', ...update],
  ];
}

/** macOS: trust is a matter of the user, as on Windows, so that no other user is affected. `home`: that of the user. */
export function addToKeychain(path: string, home = '~'): readonly Command[] {
  return [['security', 'add-trusted-cert', '-r', 'trustRoot', '-k', `${home}/${LOGIN_KEYCHAIN}`, path]];
}

/** macOS: the same for all users, which needs an administrator. */
export function addToSystemKeychain(path: string): readonly Command[] {
  return [['sudo', 'security', 'add-trusted-cert', '-d', '-r', 'trustRoot', '-k', SYSTEM_KEYCHAIN, path]];
}

/** Windows: the store of the user needs no administrator, but asks in a window. */
export function addToUserStore(path: string): readonly Command[] {
  return [['certutil.exe', '-user', '-addstore', 'Root', path]];
}

export function addToNss(database: string, path: string): readonly Command[] {
  return [['certutil', '-A', '-d', `sql:${database}`, '-n', ROOT_NICKNAME, '-t', 'C,,', '-i', path]];
}

/** Java requires a password for its store; everybody knows it. */
export const JAVA_STORE = ['-cacerts', '-storepass', 'changeit'] as const;

export function addToJava(path: string): readonly Command[] {
  return [['keytool', '-importcert', '-noprompt', ...JAVA_STORE, '-alias', ROOT_NICKNAME, '-file', path]];
}

/** Returns commands as one line for a shell of the system; `~/` and `$HOME/` at the start of a word mean the home folder. */
export function commandLine(commands: readonly Command[], isWindows = false): string {
  const word = isWindows ? windowsWord : shellWord;
  return commands.map((words) => words.map(word).join(' ')).join(' && ');
}

function shellWord(word: string): string {
  return /^(?:~\/|(?:sql:)?\$HOME\/)?[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

function windowsWord(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
