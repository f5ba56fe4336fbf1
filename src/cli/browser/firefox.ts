// Firefox: preferences for the proxy, and the root in the profile's own certificate store. NSS's certutil writes the
// store if it is installed. Otherwise the browser itself does, started briefly without a window.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addToNss } from '../../base/trust-places.ts';
import type { BrowserPlan, BrowserStart, Places } from './contract.ts';
import { FIREFOX_ENV, trustInFirefox } from './firefox-trust.ts';

export const firefoxPlaces: Places = (platform, env) => {
  if (platform === 'darwin')
    return { paths: ['/Applications/Firefox.app/Contents/MacOS/firefox'], programs: [] };
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    return { paths: folders.map((folder) => join(folder, 'Mozilla Firefox', 'firefox.exe')), programs: [] };
  }
  return { paths: [], programs: ['firefox', 'firefox-esr'] };
};

export async function startFirefox(plan: BrowserPlan): Promise<BrowserStart> {
  const { program, profile, proxyPort, caPath, args } = plan;
  await writeFile(join(profile, 'user.js'), preferences(proxyPort));
  await byCertutil(profile, caPath).catch(() => trustInFirefox(plan));
  return { command: [program, '--no-remote', '--profile', profile, ...args], env: FIREFOX_ENV };
}

async function byCertutil(profile: string, caPath: string): Promise<void> {
  const run = promisify(execFile);
  const database = `sql:${profile}`;
  await run('certutil', ['-N', '-d', database, '--empty-password']);
  for (const [program, ...args] of addToNss(profile, caPath)) await run(program, args);
}

/** A URL that leads nowhere, without a request. */
const NOWHERE = 'data:,';

/**
 * Updates, accounts, suggestions and reports: what the browser sends of its own accord is not what the user wants to
 * see, nor a failed request of a page.
 */
const WITHOUT_OWN_TRAFFIC = {
  'app.normandy.api_url': '',
  'app.normandy.enabled': false,
  'app.shield.optoutstudies.enabled': false,
  'app.update.auto': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.activity-stream.feeds.telemetry': false,
  'browser.newtabpage.activity-stream.feeds.topsites': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.topsites.contile.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'identity.fxaccounts.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-manager.url': NOWHERE,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Firefox itself recognizes this value as a server that does not exist.
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': NOWHERE,
  'toolkit.telemetry.unified': false,
};

function preferences(port: number): string {
  const values = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': port,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': port,
    'network.proxy.no_proxies_on': '',
    // Sends loopback requests through the proxy too.
    'network.proxy.allow_hijacking_localhost': true,
    'network.http.http3.enable': false,
    'network.trr.mode': 5,
    ...WITHOUT_OWN_TRAFFIC,
    // Suppresses the first-start pages.
    'browser.aboutwelcome.enabled': false,
    'browser.newtabpage.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage': 'about:blank',
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.startup.page': 0,
    'datareporting.policy.firstRunURL': '',
    'trailhead.firstrun.didSeeAboutWelcome': true,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}
