// The location of the root certificate on each system: one name, one location and one domain, declared once for the
// commands, the certificate page, the web UI and the documentation. It imports nothing from Node.js, because the
// browser uses it too.

/** The file name of the root certificate, without its extension. */
export const ROOT_FILE = 'proxyctl-root';
/** The name of the root in stores with named entries: NSS databases, and Java. */
export const ROOT_NICKNAME = 'proxyctl';

export type Command = readonly [program: string, ...args: readonly string[]];

/** A folder from which distributions take the administrator's roots, and the program that then builds the bundle. */
export interface AnchorFolder {
  /** The distributions. */
  readonly systems: string;
  readonly folder: string;
  readonly file: string;
  readonly update: Command;
  readonly updateAfterRemoval: Command;
}

/** The folder of Debian and its relatives, on which most container images are based. */
export const DEBIAN_ANCHORS: AnchorFolder = {
  systems: 'Debian, Ubuntu, Alpine',
  folder: '/usr/local/share/ca-certificates',
  // Files with another extension are ignored.
  file: `${ROOT_FILE}.crt`,
  update: ['update-ca-certificates'],
  updateAfterRemoval: ['update-ca-certificates', '--fresh'],
};

/** The folders of all distributions. The first one that exists is the system's. */
export const ANCHOR_FOLDERS: readonly AnchorFolder[] = [
  DEBIAN_ANCHORS,
  anchors('Fedora, RHEL', '/etc/pki/ca-trust/source/anchors', 'update-ca-trust'),
  anchors('openSUSE', '/etc/pki/trust/anchors', 'update-ca-certificates'),
  anchors('Arch', '/etc/ca-certificates/trust-source/anchors', 'update-ca-trust'),
];

function anchors(systems: string, folder: string, program: string): AnchorFolder {
  return { systems, folder, file: `${ROOT_FILE}.pem`, update: [program], updateAfterRemoval: [program] };
}

/** The keychain of the user, below the home folder, and the keychain of all users. */
export const LOGIN_KEYCHAIN = 'Library/Keychains/login.keychain-db';
export const SYSTEM_KEYCHAIN = '/Library/Keychains/System.keychain';
/** The NSS database of Chromium and its relatives on Linux, below the home folder. */
export const CHROMIUM_DATABASE = '.pki/nssdb';

/** Returns the commands that copy the file at `path` into a folder of anchors. */
export function addToAnchors({ folder, file, update }: AnchorFolder, path: string): readonly Command[] {
  return [
    ['sudo', 'cp', path, `${folder}/${file}`],
    ['sudo', ...update],
  ];
}

/**
 * Returns the command for macOS. It adds trust for this user only, as on Windows. `home` is the user's home folder.
 */
export function addToKeychain(path: string, home = '~'): readonly Command[] {
  return [['security', 'add-trusted-cert', '-r', 'trustRoot', '-k', `${home}/${LOGIN_KEYCHAIN}`, path]];
}

/** Returns the command for macOS that adds trust for all users. It needs an administrator. */
export function addToSystemKeychain(path: string): readonly Command[] {
  return [['sudo', 'security', 'add-trusted-cert', '-d', '-r', 'trustRoot', '-k', SYSTEM_KEYCHAIN, path]];
}

/** Returns the command for Windows. The user's store needs no administrator, but Windows asks in a window. */
export function addToUserStore(path: string): readonly Command[] {
  return [['certutil.exe', '-user', '-addstore', 'Root', path]];
}

export function addToNss(database: string, path: string): readonly Command[] {
  return [['certutil', '-A', '-d', `sql:${database}`, '-n', ROOT_NICKNAME, '-t', 'C,,', '-i', path]];
}

/** The keytool options for Java's store. Java requires a password for it, and the password is public. */
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
