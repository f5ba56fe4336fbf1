// File systems of a test's own, on which accidents can be had. They need root on Linux.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missing } from './need.ts';

/** True when this machine lets nobody mount a file system. */
export function lacksMounts(...programs: readonly string[]): boolean {
  if (process.platform !== 'linux' || missing('mount', 'umount', ...programs)) return true;
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  else process.stderr.write('skipped: this user may not mount a file system\n');
  rmSync(folder, { recursive: true });
  return !isMounted;
}

export interface Disk extends Disposable {
  /** The folder in which it is mounted. */
  readonly path: string;
  mount(options: string): void;
  unmount(): void;
}

/** Mounts an empty disk in memory. */
export function memoryDisk(bytes: number): Disk {
  return disk((path, options) => run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path), `size=${bytes}`);
}

export interface LoopDisk extends Disk {
  /** Makes the kernel find an error in the file system, which is read-only from then on. */
  fail(): void;
  /** Repairs it; it must not be mounted. */
  repair(): void;
  /** Limits what is written to it, in bytes a second; 0 for no limit. */
  limit(bytesPerSecond: number): void;
}

/** Mounts an empty ext4 file system, which lies in a file. */
export function loopDisk(bytes: number): LoopDisk {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-loop-'));
  const image = join(folder, 'image');
  writeFileSync(image, '');
  truncateSync(image, bytes);
  run('mkfs.ext4', '-q', '-F', image);
  const device = run('losetup', '--find', '--show', image).trim();
  const mounted = disk((path, options) => run('mount', '-o', options, device, path), 'errors=remount-ro');
  return {
    ...mounted,
    fail: () => writeFileSync(`/sys/fs/ext4/${device.slice('/dev/'.length)}/trigger_fs_error`, 'test'),
    // 1 says that errors were corrected.
    repair: () => void spawnSync('e2fsck', ['-fy', device]),
    limit(bytesPerSecond) {
      const { rdev } = statSync(device);
      writeFileSync(LIMIT, `${rdev >> 8}:${rdev & 0xff} ${bytesPerSecond}`);
    },
    [Symbol.dispose]() {
      mounted[Symbol.dispose]();
      run('losetup', '--detach', device);
      rmSync(folder, { recursive: true });
    },
  };
}

const LIMIT = '/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device';

/** True when this machine cannot slow a disk down. */
export function lacksLimits(): boolean {
  try {
    readFileSync(LIMIT);
    return lacksMounts('losetup', 'mkfs.ext4');
  } catch {
    process.stderr.write('skipped: this machine cannot limit a disk\n');
    return true;
  }
}

function disk(mountAt: (path: string, options: string) => unknown, options: string): Disk {
  const path = mkdtempSync(join(tmpdir(), 'proxyctl-disk-'));
  const mount = (changed: string): void => void mountAt(path, changed);
  const unmount = (): void => void run('umount', path);
  mount(options);
  return {
    path,
    mount,
    unmount,
    [Symbol.dispose]() {
      spawnSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' });
}
