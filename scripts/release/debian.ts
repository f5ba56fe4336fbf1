// The Debian package of the executable, built with dpkg-deb.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { completion, manPages, type Shell } from './companions.ts';
import { filledIn } from './packaging.ts';
import { git, output } from './programs.ts';
import { homepageOf, manifestOf, type Release } from './release.ts';

const ARCHITECTURES: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/** Packages with the libraries that Node.js is linked with. The versions are those that its builds need. */
const LIBRARIES: ReadonlyMap<string, string> = new Map([
  ['libc', 'libc6 (>= 2.28)'],
  ['libm', 'libc6 (>= 2.28)'],
  ['libdl', 'libc6 (>= 2.28)'],
  ['libpthread', 'libc6 (>= 2.28)'],
  ['ld-linux-x86-64', 'libc6 (>= 2.28)'],
  ['ld-linux-aarch64', 'libc6 (>= 2.28)'],
  ['libstdc++', 'libstdc++6 (>= 8)'],
  ['libgcc_s', 'libgcc-s1'],
  ['libatomic', 'libatomic1'],
]);

const COMPLETION_FOLDERS: Readonly<Record<Shell, string>> = {
  bash: 'usr/share/bash-completion/completions',
  zsh: 'usr/share/zsh/vendor-completions',
  fish: 'usr/share/fish/vendor_completions.d',
};

export function debianName(version: string): string {
  return `proxyctl_${version}_${ARCHITECTURES[process.arch] ?? process.arch}.deb`;
}

/** True where a package can be built. */
export const canBuildDebian = (): boolean =>
  ARCHITECTURES[process.arch] !== undefined && spawnSync('dpkg-deb', ['--version']).status === 0;

/** Builds the package of `executable`. */
export function buildDebian(release: Release, executable: string, licences: string): void {
  const { project, folder, version, date } = release;
  const tree = mkdtempSync(join(tmpdir(), 'proxyctl-debian-'));
  try {
    chmodSync(tree, 0o755);
    install(tree, 'usr/bin/proxyctl', readFileSync(executable), 0o755);
    for (const { name, text } of manPages(project))
      install(tree, `usr/share/man/man1/${name}.gz`, zipped(text));
    for (const shell of ['bash', 'zsh', 'fish'] as const) {
      const { name, text } = completion(shell);
      install(tree, `${COMPLETION_FOLDERS[shell]}/${name}`, text);
    }
    const unit = readFileSync(join(project, 'packaging', 'systemd', 'proxyctl.service'), 'utf8');
    install(tree, 'usr/lib/systemd/user/proxyctl.service', filledIn(release, unit));
    const own = readFileSync(join(project, 'LICENSE'), 'utf8');
    install(tree, 'usr/share/doc/proxyctl/copyright', `${own}\n${'-'.repeat(80)}\n\n${licences}`);
    const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8');
    install(tree, 'usr/share/doc/proxyctl/changelog.gz', zipped(changelog));
    const files = filesIn(tree);
    install(tree, 'DEBIAN/md5sums', files.map((file) => `${md5(join(tree, file))}  ${file}\n`).join(''));
    install(tree, 'DEBIAN/control', control(release, { executable, size: sizeOf(tree, files) }));
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(date) / 1000) };
    // Higher levels take minutes, for a tenth less.
    const args = ['--root-owner-group', '-Zxz', '-z1', '--build', tree, join(folder, debianName(version))];
    output('dpkg-deb', args, { cwd: folder, env });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function control(
  { project, version }: Release,
  { executable, size }: { readonly executable: string; readonly size: number },
): string {
  const manifest = manifestOf(project);
  const fields = {
    Package: manifest.name,
    Version: version,
    Architecture: ARCHITECTURES[process.arch],
    Maintainer: `${git(project, 'config', 'user.name')} <${git(project, 'config', 'user.email')}>`,
    'Installed-Size': Math.ceil(size / 1024),
    Depends: libraryPackages(executable).join(', '),
    // certutil, which lets Chromium and Firefox trust the root certificate.
    Suggests: 'libnss3-tools',
    Section: 'web',
    Priority: 'optional',
    Homepage: homepageOf(manifest),
    Description: [
      'intercepting HTTP and HTTPS debugging proxy and API client',
      ' Shows, records, changes and replays the requests of programs, and sends',
      ' requests of its own. The executable contains Node.js.',
    ].join('\n'),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function libraryPackages(executable: string): readonly string[] {
  const listed = execFileSync('ldd', [executable], { encoding: 'utf8' });
  const names = [...listed.matchAll(/^\s*(?:\S*\/)?([^\s/]+?)(?:\.so\S*|-[\d.]+\.so)\s/gm)].map(
    ([, name]) => name!,
  );
  const unknown = names.find((name) => name !== 'linux-vdso' && !LIBRARIES.has(name));
  if (unknown !== undefined)
    throw new Error(
      `the executable needs ${unknown}: add its package to LIBRARIES in scripts/release/debian.ts`,
    );
  return [...new Set(names.flatMap((name) => LIBRARIES.get(name) ?? []))].sort();
}

function install(tree: string, path: string, content: string | Uint8Array, mode = 0o644): void {
  const target = join(tree, path);
  // Modes are set whatever the umask says.
  for (const folder of parents(tree, target)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  writeFileSync(target, content);
  chmodSync(target, mode);
}

function parents(tree: string, path: string): readonly string[] {
  const folder = dirname(path);
  return folder === tree ? [] : [...parents(tree, folder), folder];
}

function filesIn(tree: string): readonly string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
    .sort();
}

const sizeOf = (tree: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(join(tree, file)).size, 0);
const md5 = (path: string): string => createHash('md5').update(readFileSync(path)).digest('hex');
const zipped = (text: string): Uint8Array => gzipSync(text, { level: 9 });
