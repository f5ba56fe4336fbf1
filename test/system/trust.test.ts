// `ca --check`, `--trust` and `--untrust` on this system, in a file system of their own: what the certificate page
// installs is found and removed, under whatever name it lies.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices } from '../../src/control/certificate-page/guides.ts';
import { launcher, runCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { sampled } from '../helpers/scale.ts';

const ANCHORS = '/usr/local/share/ca-certificates';
/** A container may forbid mounts. */
const NOT_ALLOWED = 77;

let home: TemporaryHome;
let pem = '';
beforeAll(async () => {
  home = temporaryHome();
  const { stdout } = await runCli(['ca'], { home: home.path });
  pem = stdout.trim();
  for (const name of ['bin', 'layer', 'downloads']) mkdirSync(join(home.path, name));
  writeFileSync(join(home.path, 'downloads', 'proxyctl-root.pem'), readFileSync(pem));
  // The Java of this machine may lie outside of what is mounted.
  writeFileSync(join(home.path, 'bin', 'keytool'), '#!/bin/sh\ncase "$1" in -list) exit 0;; esac\nexit 1\n', {
    mode: 0o755,
  });
});
afterAll(() => home.remove());

const SCRIPT = `
mount -t tmpfs tmpfs "$H/layer" && mkdir "$H/layer/upper" "$H/layer/work" || exit ${NOT_ALLOWED}
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$H/layer/upper,workdir=$H/layer/work" /etc || exit ${NOT_ALLOWED}
mount -t tmpfs tmpfs ${ANCHORS} || exit ${NOT_ALLOWED}
# With one root of others the bundle is made in no time.
others=$(grep -m1 '^mozilla/' /etc/ca-certificates.conf) && echo "$others" >/etc/ca-certificates.conf
sudo() { "$@"; }
proxyctl() { "$NODE" "$LAUNCHER" "$@"; echo "code $?"; }
inBundle() { grep -cF "$(sed -n 2p "$PEM")" /etc/ssl/certs/ca-certificates.crt; }
cd "$H/downloads"
`;

/** Runs a script as root of a file system that it may change; null where that is not allowed. */
function inside(script: string): readonly string[] | null {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    H: home.path,
    HOME: home.path,
    PROXYCTL_HOME: home.path,
    PEM: pem,
    NODE: process.execPath,
    LAUNCHER: launcher,
    PATH: `${join(home.path, 'bin')}:${process.env['PATH'] ?? ''}`,
  };
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', SCRIPT + script], {
    encoding: 'utf8',
    env,
  });
  if (status !== NOT_ALLOWED) return stdout.trim().split('\n');
  process.stderr.write(`skipped: this container may not mount (${stderr.trim()})\n`);
  return null;
}

describe.skipIf(
  process.platform !== 'linux' || missing('update-ca-certificates', 'unshare') || process.getuid?.() !== 0,
)('the store of Debian', () => {
  const steps = devices.find(({ id }) => id === 'linux')!.steps;
  const pageCommand = steps.flatMap((step) =>
    typeof step === 'object' && step.command.includes(ANCHORS) ? [step.command] : [],
  )[0]!;

  test.each(
    sampled(
      [
        ['the certificate page', pageCommand, 'proxyctl-root.crt'],
        ['an earlier version', `cp "$PEM" ${ANCHORS}/proxyctl.crt && update-ca-certificates`, 'proxyctl.crt'],
        [
          'a person',
          `mkdir ${ANCHORS}/own && cp "$PEM" ${ANCHORS}/own/my.crt && update-ca-certificates`,
          'own/my.crt',
        ],
      ],
      1,
    ),
  )('what %s installs is found and removed', (_, install, file) => {
    const lines = inside(`
      proxyctl ca --check; { ${install}; } >/dev/null 2>&1; inBundle
      proxyctl ca --check; proxyctl ca --untrust; inBundle; proxyctl ca --untrust`);
    if (lines === null) return;
    const path = `${ANCHORS}/${file}`;
    expect(lines.filter((line) => !/^Java: |to trust it: (?:keytool|cp) /.test(line))).toEqual([
      'the system: not trusted',
      'code 1',
      '1',
      'the system: trusted',
      `  it is in ${path}; to remove it: rm -f ${path} && update-ca-certificates --fresh`,
      'code 1',
      'the system: not trusted',
      'code 0',
      '0',
      'the system: not trusted',
      'code 0',
    ]);
  });

  test('what ca --trust adds, ca --untrust removes', { tags: ['full'] }, () => {
    const lines = inside(`
      proxyctl ca --trust; ls ${ANCHORS}; inBundle; proxyctl ca --untrust; ls ${ANCHORS}; inBundle`);
    if (lines === null) return;
    expect(lines.filter((line) => !/^Java: |^ {2}/.test(line))).toEqual([
      'the system: trusted',
      'code 1',
      'proxyctl-root.crt',
      '1',
      'the system: not trusted',
      'code 0',
      '0',
    ]);
  });

  test('a bundle that was not made again after its file was removed', { tags: ['full'] }, () => {
    const lines = inside(`
      { ${pageCommand}; rm ${ANCHORS}/*.crt; } >/dev/null 2>&1; proxyctl ca --untrust; inBundle`);
    if (lines === null) return;
    expect(lines.filter((line) => !line.startsWith('Java: '))).toEqual([
      'the system: not trusted',
      'code 0',
      '0',
    ]);
  });
});
