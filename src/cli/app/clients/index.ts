// Programs that the setup pages start with one click: a browser with a fresh profile, or a terminal. Their traffic
// goes through the app. The list of programs is fixed, and no text from outside becomes part of a command. Browsers
// end with the app, because they can reach nothing without it.
import { basename } from 'node:path';
import type { ClientStarter, ClientTarget, StartableClient } from '../../../session/methods/context.ts';
import { messageOf, UserError } from '../../../base/errors.ts';
import { browserProfile, findBrowser, type BrowserName } from '../../browser/index.ts';
import type { ClientsOptions } from './contract.ts';
import { LaunchedProgram } from './launched-program.ts';
import { findTerminal, terminalCommand } from './terminal.ts';

const MAX_BROWSERS = 10;
const TARGETS: readonly ClientTarget[] = ['chromium', 'firefox', 'terminal'];

export class Clients implements ClientStarter {
  readonly #options: ClientsOptions;
  readonly #browsers = new Set<LaunchedProgram>();

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  available(): readonly StartableClient[] {
    if (!hasDisplay(this.#options)) return [];
    return TARGETS.flatMap((target) => {
      try {
        return [{ target, program: programName(this.#program(target)) }];
      } catch {
        return [];
      }
    });
  }

  async start(target: ClientTarget): Promise<string> {
    if (!hasDisplay(this.#options))
      throw new UserError(
        'UNAVAILABLE',
        'the app runs without a display: neither DISPLAY nor WAYLAND_DISPLAY is set where it was started',
      );
    const program = this.#program(target);
    await (target === 'terminal' ? this.#openTerminal(program) : this.#openBrowser(target, program));
    return programName(program);
  }

  /** Ends the browsers, and removes their profiles. */
  async close(): Promise<void> {
    await Promise.all([...this.#browsers].map((browser) => browser.stop()));
  }

  /** Throws a UserError that says where the program was looked for. */
  #program(target: ClientTarget): string {
    const { env, platform } = this.#options;
    return target === 'terminal' ? findTerminal(env, platform) : findBrowser(target, env, platform);
  }

  async #openTerminal(program: string): Promise<void> {
    const { proxy, env, platform } = this.#options;
    const [command, variables] = await terminalCommand(program, { proxy: proxy(), env, platform });
    await this.#launch(program, new LaunchedProgram(command, variables));
  }

  async #openBrowser(name: BrowserName, program: string): Promise<void> {
    if (this.#browsers.size >= MAX_BROWSERS)
      throw new UserError('CONFLICT', `${MAX_BROWSERS} browsers that were started here are open: close one`);
    const { proxy, env } = this.#options;
    const { port, caPem, caPath } = proxy();
    const profile = await browserProfile(name, { program, proxyPort: port, caPem, caPath, args: [] });
    const browser = new LaunchedProgram(profile.command, { ...env, ...profile.env }, () => profile.remove());
    this.#browsers.add(browser);
    void browser.ended.then(() => this.#browsers.delete(browser));
    await this.#launch(program, browser);
  }

  async #launch(program: string, launched: LaunchedProgram): Promise<void> {
    await launched.running.catch((error: unknown) => {
      throw new UserError('UNAVAILABLE', `${program} cannot be started: ${messageOf(error)}`);
    });
  }
}

function hasDisplay({ env, platform }: ClientsOptions): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

const NAMES: Readonly<Record<string, string>> = {
  'google-chrome': 'Google Chrome',
  'google-chrome-stable': 'Google Chrome',
  chrome: 'Google Chrome',
  chromium: 'Chromium',
  'chromium-browser': 'Chromium',
  'microsoft-edge': 'Microsoft Edge',
  msedge: 'Microsoft Edge',
  'brave-browser': 'Brave',
  brave: 'Brave',
  firefox: 'Firefox',
  'firefox-esr': 'Firefox',
  powershell: 'PowerShell',
  Terminal: 'Terminal',
};

/** Returns the name that people know. */
function programName(path: string): string {
  const name = basename(path.replaceAll('\\', '/')).replace(/\.(?:exe|app)$/, '');
  return NAMES[name] ?? name;
}
