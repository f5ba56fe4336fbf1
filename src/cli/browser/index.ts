// The browser of `run --browser`. It has a fresh profile that uses the proxy and trusts its root, separate from the
// user's own. The profile is removed after the browser has ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { installedProgram } from '../installed-program.ts';
import { chromiumPlaces, startChromium } from './chromium.ts';
import type { BrowserPlan, BrowserStart, Places } from './contract.ts';
import { firefoxPlaces, startFirefox } from './firefox.ts';

export interface BrowserProfile extends BrowserStart {
  /** Removes the profile. Never rejects. */
  remove(): Promise<void>;
}

export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

const KINDS: Readonly<
  Record<BrowserName, { readonly places: Places; readonly start: typeof startChromium }>
> = {
  chromium: { places: chromiumPlaces, start: startChromium },
  firefox: { places: firefoxPlaces, start: startFirefox },
};

/** Returns the path of an installed browser. Throws a UserError that lists the locations it searched. */
export function findBrowser(name: BrowserName, env: NodeJS.ProcessEnv, platform = process.platform): string {
  const { programs, paths } = KINDS[name].places(platform, env);
  const found = installedProgram(programs, env, paths);
  if (found !== undefined) return found;
  const where = [...paths, ...programs.map((program) => `${program} on the PATH`)].join(', ');
  throw new UserError('NOT_FOUND', `no browser of the kind ${name} is installed: looked for ${where}`);
}

/** Creates the profile. Rejects with an Error when the browser cannot be set up to trust the root. */
export async function browserProfile(
  name: BrowserName,
  plan: Omit<BrowserPlan, 'profile'>,
): Promise<BrowserProfile> {
  const profile = await mkdtemp(join(tmpdir(), 'proxyctl-browser-'));
  // Other processes of the browser may still write after the first one has ended.
  const remove = (): Promise<void> =>
    rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
  try {
    return { ...(await KINDS[name].start({ ...plan, profile })), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
