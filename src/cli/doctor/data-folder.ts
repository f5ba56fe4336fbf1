// The data folder: its owner, its permissions, and the room that is left where it lies.
import { accessSync, constants, statfsSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { messageOf, systemCode } from '../../base/errors.ts';
import { error, joined, note, type Finding, type Patient } from './finding.ts';

/** Permission bits of the group and of others: all, and writing alone. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** Less than this is not enough for the traffic of an hour. */
const FEW_BYTES = 200 * 1024 * 1024;

export function dataFolderFinding({ home }: Patient): Promise<Finding> {
  const stats = statOf(home);
  if (stats === null) return Promise.resolve(note(`${home} does not exist: the first start makes it`));
  const findings = stats.isDirectory()
    ? [
        ...accessFindings(home),
        ...(process.platform === 'win32' ? [] : ownerFindings(home, stats)),
        ...roomFindings(home),
      ]
    : [error(`${home} is a file: move it away, or set PROXYCTL_HOME to a folder`)];
  return Promise.resolve(joined(findings, home));
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

function accessFindings(home: string): readonly Finding[] {
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (thrown) {
    return [
      error(`${home} cannot be written to: ${messageOf(thrown)}. Set PROXYCTL_HOME to a folder of your own`),
    ];
  }
}

/** Names owners and permissions by which somebody else could read a secret, or plant a root certificate. */
function ownerFindings(home: string, { uid, mode }: Stats): readonly Finding[] {
  const own = userInfo().uid;
  const secrets = [join(home, 'api-token'), join(home, 'ca'), join(home, 'ca', 'root.key')];
  const foreign = [...(uid === own ? [] : [home]), ...secrets.filter((path) => isForeign(path, own))];
  const open = secrets.filter((path) => ((maybeStat(path)?.mode ?? 0) & OTHERS) !== 0);
  return [
    ...(foreign.length === 0 ? [] : [foreignFinding(foreign.join(', '), own)]),
    ...(open.length === 0
      ? []
      : [error(`other users can read ${open.join(', ')}: chmod go= ${open.join(' ')}`)]),
    ...modeFindings(home, mode),
  ];
}

/** An administrator may use it all the same, and then leaves files that its owner may not read. */
function foreignFinding(paths: string, own: number): Finding {
  const text = `${paths} belongs to another user: set PROXYCTL_HOME to a folder of your own`;
  return own === 0 ? note(text) : error(text);
}

function modeFindings(home: string, mode: number): readonly Finding[] {
  if ((mode & OTHERS_WRITE) !== 0)
    return [error(`other users can write to ${home}, and replace what is in it: chmod go-w ${home}`)];
  return (mode & OTHERS) === 0
    ? []
    : [note(`${home} can be read by other users; the key and the token in it cannot`)];
}

function isForeign(path: string, own: number): boolean {
  const stats = maybeStat(path);
  return stats !== null && stats.uid !== own;
}

/** Returns null for what is not there, or may not be seen. */
function maybeStat(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function roomFindings(home: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  if (free >= FEW_BYTES) return [];
  return [
    note(
      `only ${Math.round(free / 1024 / 1024)} MB are free where ${home} lies: traffic is not listed when the disk is full`,
    ),
  ];
}
