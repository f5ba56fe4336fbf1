// A real resolver for the network of a scenario.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { OTHER_MACHINE } from '../../helpers/namespace.ts';

/** Returns arguments of dnsmasq, with which all names in these domains have the address of the other machine. */
export function resolverArguments(domains: readonly string[]): readonly string[] {
  return [
    '--no-daemon',
    '--user=root',
    '--conf-file=/dev/null',
    '--no-resolv',
    '--no-hosts',
    '--bind-interfaces',
    `--listen-address=${OTHER_MACHINE}`,
    ...domains.map((domain) => `--address=/${domain}/${OTHER_MACHINE}`),
  ];
}

/** Resolves once there are names in harbor.test. */
export async function startResolver(): Promise<ChildProcess> {
  const dnsmasq = spawn('dnsmasq', resolverArguments(['harbor.test']));
  for (let tries = 0; tries < 50; tries += 1) {
    if (spawnSync('getent', ['hosts', 'api.harbor.test']).status === 0) break;
    await setTimeout(100);
  }
  return dnsmasq;
}
