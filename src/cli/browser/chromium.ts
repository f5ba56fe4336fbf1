// Chromium and its relatives: options for the proxy, and for the key of our root, so that its certificates are
// accepted.
import { chromiumPaths } from './open-page.ts';
import { keyHash } from '../../certs/key-hash.ts';
import type { BrowserPlan, BrowserStart, Places } from './contract.ts';

export const chromiumPlaces: Places = (platform, env) => ({
  paths: chromiumPaths(platform, env),
  programs: [],
});

export function startChromium({
  program,
  profile,
  proxyPort,
  caPem,
  args,
}: BrowserPlan): Promise<BrowserStart> {
  const options = [
    `--user-data-dir=${profile}`,
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Sends loopback requests through the proxy too.
    `--proxy-bypass-list=<-loopback>;*.${NOWHERE}`,
    `--ignore-certificate-errors-spki-list=${keyHash(caPem)}`,
    '--no-first-run',
    '--no-default-browser-check',
    ...WITHOUT_OWN_TRAFFIC,
    '--disable-quic',
  ];
  const command = [program, ...options, ...withoutSandbox(), ...(args.length === 0 ? ['about:blank'] : args)];
  return Promise.resolve({ command, env: {} });
}

/** A domain that does not exist (RFC 6761), and is neither asked for at the proxy nor at a name server. */
const NOWHERE = 'proxyctl.invalid';

/**
 * Updates, accounts, suggestions and reports: what the browser sends of its own accord is not what the user wants to
 * see, nor a failed request of a page. Services without a switch of their own are looked for where nothing is.
 */
const WITHOUT_OWN_TRAFFIC = [
  `--host-resolver-rules=MAP *.${NOWHERE} ~NOTFOUND`,
  '--disable-background-networking',
  '--disable-component-update',
  `--component-updater=url-source=https://updates.${NOWHERE}/`,
  '--disable-sync',
  '--allow-browser-signin=false',
  `--gaia-url=https://accounts.${NOWHERE}`,
  '--disable-client-side-phishing-detection',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-field-trial-config',
  `--disable-features=${[
    'AutofillServerCommunication',
    'CertificateTransparencyComponentUpdater',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationGuideModelDownloading',
    'OptimizationHints',
    'OptimizationHintsFetching',
  ].join(',')}`,
];

/** Chromium refuses to run as root with its sandbox. */
function withoutSandbox(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
