// Squid as a decrypting proxy: its configuration and its files.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRoot } from '../../src/certs/root.ts';

/** Squid's program that signs certificates, at Debian's path. */
const CERTIFICATE_HELPER = '/usr/lib/squid/security_file_certgen';
/** The user that Squid switches to when root starts it. */
const USER = 'proxy';

/** Returns why it cannot take part; null when it can. */
export function squidError(): string | null {
  const { stdout, error } = spawnSync('squid', ['-v'], { encoding: 'utf8' });
  if (error !== undefined) return 'not installed';
  if (!stdout.includes('--with-openssl') || !existsSync(CERTIFICATE_HELPER))
    return 'installed without TLS decryption, which the package squid-openssl has';
  return null;
}

/** Writes its files to `folder`, its own CA as `ca.pem`, and returns the command. */
export function prepareSquid(folder: string, port: number, originCa: string): readonly string[] {
  const { certPem, keyPem } = makeRoot();
  const path = (name: string): string => join(folder, name);
  writeFileSync(path('ca.pem'), certPem);
  writeFileSync(path('ca.key'), keyPem, { mode: 0o600 });
  spawnSync(CERTIFICATE_HELPER, ['-c', '-s', path('leaves'), '-M', '16MB']);
  writeFileSync(path('squid.conf'), configuration(path, port, originCa).join('\n'));
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o755);
    spawnSync('chown', ['-R', USER, folder]);
  }
  return ['squid', '-n', `bench${port}`, '-N', '-f', path('squid.conf')];
}

function configuration(path: (name: string) => string, port: number, originCa: string): readonly string[] {
  const bump = 'generate-host-certificates=on dynamic_cert_mem_cache_size=16MB';
  return [
    `http_port 127.0.0.1:${port} ssl-bump cert=${path('ca.pem')} key=${path('ca.key')} ${bump}`,
    `sslcrtd_program ${CERTIFICATE_HELPER} -s ${path('leaves')} -M 16MB`,
    'sslcrtd_children 2 startup=1',
    'ssl_bump bump all',
    `tls_outgoing_options cafile=${originCa}`,
    'http_access allow all',
    'cache deny all',
    'cache_mem 0 MB',
    'access_log none',
    'cache_store_log none',
    `cache_log ${path('cache.log')}`,
    `coredump_dir ${path('.')}`,
    'pid_filename none',
    `cache_effective_user ${USER}`,
    'shutdown_lifetime 0 seconds',
    'max_filedescriptors 16384',
    '',
  ];
}
