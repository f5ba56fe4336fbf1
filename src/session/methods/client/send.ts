// Sends a request as the screen has it; its channel tells how far it is.
import { z } from 'zod';
import { matchesWildcard } from '../../../base/wildcard.ts';
import { isHttpBased } from '../../../collections/model/http-based.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { RunOptions } from '../../../runs/runner/options.ts';
import type { AppContext } from '../context.ts';
import { flag } from '../fields.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import {
  fingerprint,
  onScreen,
  opened,
  programFingerprint,
  tabName,
  throughProxy,
  windowName,
} from './live-fields.ts';
import { screenRequest } from './screen-request.ts';

export const sendParams = z.strictObject({
  window: windowName,
  tab: tabName,
  ...onScreen,
  throughProxy,
  signIn: flag.default(false).describe('The user is there to sign in on a page, which an event names'),
  trusting: fingerprint
    .optional()
    .describe('Fingerprint of a certificate that a server has shown, which this send alone accepts'),
  starting: programFingerprint.optional().describe('Fingerprint of a program that this send alone may start'),
});

export const clientSend = defineMethod({
  name: 'client.send',
  summary:
    'Sends a request as the screen has it, and returns the channel of its phases, exchanges and response',
  effect: 'write',
  faces: UI_ONLY,
  params: sendParams,
  result: opened,
  run: (app, params) => start(app, params, 'send'),
});

/** Sends in a new channel, or connects there. `check`: throws an Error for a request that is not for this. */
export async function start(
  app: AppContext,
  {
    window,
    tab,
    throughProxy: viaProxy = true,
    signIn,
    trusting,
    starting,
    ...given
  }: z.output<typeof sendParams>,
  kind: 'send' | 'connection',
  check: (request: SavedRequest) => void = () => undefined,
): Promise<z.input<typeof opened>> {
  const { send } = await import('../../live/send.ts');
  const { workspace, ...plan } = await screenRequest(app, given);
  check(plan.request);
  const route = await routeOf(app, viaProxy && isHttpBased(plan.request), trusting);
  const channel = app.channels.open({ kind, window, tab });
  const { modelPrices } = app.workspace;
  const options = {
    folder: workspace.folder,
    modelPrices,
    signsIn: signIn,
    staysOpen: kind === 'connection',
    starting,
  };
  // It never rejects: the channel says how it ended.
  app.clientState.runs(send(channel, { ...plan, ...route, ...options }, app.clientState));
  return { channel: channel.id };
}

/**
 * Returns the way out: the running proxy, or that of the environment variables of this process. Servers whose TLS the
 * proxy would pass on unread are reached without it: nothing but a tunnel would be seen. So are those that this machine
 * trusts for sends alone: the proxy would refuse them. `trusting`: see `MachineTrust`.
 */
export async function routeOf(
  { workspace, settings, clientState: { machine } }: AppContext,
  viaProxy: boolean,
  trusting?: string,
): Promise<Pick<RunOptions, 'processEnvironment' | 'trust' | 'goesDirect'>> {
  if (!viaProxy) {
    const { trust } = await machine.forSend([], trusting);
    return { processEnvironment: process.env, trust };
  }
  const { proxyVariables } = await import('../../../runs/runner/recording-proxy.ts');
  const { port, caPem } = await workspace.proxy();
  const { trust, isOwn } = await machine.forSend([caPem], trusting);
  const { sslProxyingHosts, bypassHosts } = settings;
  const listed = sslProxyingHosts.filter(({ enabled }) => enabled).map(({ pattern }) => pattern);
  return {
    processEnvironment: proxyVariables(port),
    trust,
    goesDirect: (server) =>
      server.isSecure &&
      (!isAny(listed, server.host) || isAny(bypassHosts, server.host) || isOwn(server.host, server.port)),
  };
}

function isAny(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) => matchesWildcard(pattern.trim().toLowerCase(), host.toLowerCase()));
}
