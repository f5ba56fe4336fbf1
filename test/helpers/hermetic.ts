// Runs once before all tests: takes the user's proxy, trust and data folder settings out of the environment, and gives
// the programs that they start a compile cache.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile-cache', import.meta.url));

const foreign =
  /^(https?|wss?|all|no|ftp)_proxy$|^node_(extra_ca_certs|options|use_env_proxy|tls_reject_unauthorized)$|^ssl_cert|_ca_bundle$|_ca_?info$|^(deno_cert|sslkeylogfile|perl_lwp_ssl_ca_file|java_tool_options)$|^proxyctl_/i;

export default function setup(): () => void {
  for (const name of Object.keys(process.env)) {
    if (foreign.test(name)) Reflect.deleteProperty(process.env, name);
  }
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-tests-'));
  process.env['TEST_FOLDER'] = folder;
  // A test that forgets its own data folder must not find, or change, the developer's.
  process.env['PROXYCTL_HOME'] = join(folder, 'home');
  // The programs that tests start, Newman above all, start sooner when they need not compile their code.
  process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
