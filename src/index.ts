// The library: runs the proxy inside a test suite or another program, with typed events, flows, tools and methods.
import { dataFolder } from './base/data-folder.ts';
import { controlApi } from './control/api.ts';
import type { Rpc } from './control/endpoints/rpc.ts';
import { apiToken } from './control/token.ts';
import type { Resolver } from './net/dns.ts';
import { TrafficProxy } from './library/traffic-proxy.ts';
import type { ProxyHooks } from './proxy/hooks.ts';
import { HookSlot } from './session/hook-slot.ts';
import { joinedHooks } from './session/joined-hooks.ts';
import { startCapture } from './session/capture.ts';
import { engineConfig, engineSettings, type EngineSettings } from './session/engine/config.ts';
import type { SettingsChange } from './session/settings/schema.ts';
import { SessionTools } from './session/tools.ts';

export type { FlowDetail } from './flow/detail.ts';
export type { Resolver } from './net/dns.ts';
export type { FlowSummary } from './flow/summary.ts';
export type { View } from './flow/views/index.ts';
export type * from './proxy/hooks.ts';
export type { CassetteMode, CassetteOutcome, UnknownRequest } from './cassettes/index.ts';
export type { CassetteInUse, CassetteSettings } from './library/cassettes.ts';
export type { NextOptions } from './library/next-flow.ts';
export type { ProxyTools } from './library/proxy-tools.ts';
export { TrafficProxy, type ProxyEvents } from './library/traffic-proxy.ts';

/**
 * The settings, all optional. The default of `port` is 0, any free port; all others are the usual ones. Relative paths
 * are resolved against the working directory.
 */
export interface StartOptions extends SettingsChange {
  /** Data folder with the root certificate. Default: that of the command line. */
  readonly home?: string;
  /** When true, a host is no longer decrypted for an app that has refused our certificate for it. Default: false. */
  readonly passThroughRefused?: boolean;
  /** .proto files, and folders of them, used to decode gRPC messages. Default: none. */
  readonly protoPaths?: readonly string[];
  /**
   * Resolves server names to addresses, best first, and rejects for an unknown name. Default: the system's resolver.
   */
  readonly resolve?: Resolver;
  /** Code that sees and changes messages: requests before the debugging tools do, and responses after them. */
  readonly hooks?: ProxyHooks;
  /** Called with messages of the debugging tools and of scripts. Default: they are warnings of the process. */
  readonly say?: (text: string) => void;
}

/**
 * Starts a proxy. Rejects with an Error that names the wrong option, or the resource that is not available, such as a
 * port in use.
 */
export async function startProxy(options: StartOptions = {}): Promise<TrafficProxy> {
  const {
    home = dataFolder(),
    passThroughRefused = false,
    protoPaths = [],
    resolve,
    hooks,
    say = (text: string) => process.emitWarning(text),
    ...change
  } = options;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const settings = await chosen(given);
  const { token, path } = await apiToken(home, say);
  let proxy: TrafficProxy | null = null;
  const slot = new HookSlot();
  await startCapture({
    config: engineConfig({ port: 0, ...settings }),
    passThroughRefused,
    protoPaths,
    resolve,
    home,
    // A cassette answers what the client sent, before hooks and tools change it.
    hooks: joinedHooks(slot.hooks, hooks ?? {}),
    tools: new SessionTools({
      say,
      scriptLine: ({ level, script, message }) => say(`${script}: ${level}: ${message}`),
    }),
    local: (capture) => {
      const started = new TrafficProxy(capture, given, { say, slot });
      proxy = started;
      const rpc = (...call: Parameters<Rpc>): Promise<unknown> => started.callNamed(...call);
      return controlApi({ engine: capture.engine, token, tokenPath: path, rpc });
    },
  });
  const started: TrafficProxy = proxy!;
  await started.openOutputs().catch(async (error: unknown) => {
    await started.close();
    throw error;
  });
  return started;
}

/** Loads the schema of the settings only for callers that set some. */
async function chosen(given: SettingsChange): Promise<Partial<EngineSettings>> {
  if (Object.keys(given).length === 0) return {};
  const { changedSettings, defaultSettings } = await import('./session/settings/settings.ts');
  return engineSettings(changedSettings({ ...defaultSettings(), port: 0 }, given));
}
