// The two networks of a transparent run, joined by a link. In the command's network, routes by port lead each TCP
// connection over the link, whatever its address. In the other network every address is local, so a listener sees the
// original destination as its own address. The command's servers and our listeners are in different networks, and so
// share no port.
//
// The route of each group of ports has its own gateway, an address that no machine has. For the first connection to a
// group the kernel asks the programs of the network for its gateway (app_solicit in arp(7)), and holds the packet until
// a program answers.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { ipBytes } from '../../../base/ip.ts';
import { GROUPS, portsOf } from './ports.ts';

type Family = 4 | 6;

/**
 * Source addresses of the command's connections, from the documentation ranges (RFC 5737, RFC 3849), which no server
 * has.
 */
export const COMMAND_ADDRESSES: Readonly<Record<Family, string>> = { 4: '192.0.2.1', 6: '2001:db8::1' };
/** A source address for connections that stay in the command's network, like those from 127.0.0.1. */
export const DIRECT_SOURCE = '127.255.255.254';

const SETTINGS = '/proc/sys/net';
const LINK = 'proxyctl0';
/** Both ends have one address, which either of them takes for the other's. */
const LINK_ADDRESS = '02:00:00:00:00:01';
const LINK_UP = `link set ${LINK} address ${LINK_ADDRESS} mtu 65535 addrgenmode none up`;
const EVERY_ADDRESS_LOCAL = 'route add local default dev lo';
/** Tables 1000 to 1255 lead to the gateways of the groups. */
const FIRST_TABLE = 1000;

/** Milliseconds between two questions for a gateway, and how many there are before the connection fails. */
const QUESTION_MS = 50;
const MAX_QUESTIONS = 100;

/** Makes the kernel settings writable for this process. In containers they are read-only. */
export function allowSettings(): void {
  try {
    accessSync(`${SETTINGS}/ipv4/conf/all/rp_filter`, constants.W_OK);
  } catch {
    execFileSync('mount', ['-o', 'remount,bind,rw', '/proc/sys'], { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/**
 * Creates the link, and makes every address local in this process's network. `commandPid` is a process in the other
 * network.
 */
export function setUpListenerNetwork(commandPid: string): void {
  ip(4, [`link add ${LINK} type veth peer name ${LINK} netns ${commandPid}`, 'link set lo up', LINK_UP]);
  ip(4, [`link set ${LINK} arp off`]);
  allowLoopbackOnLink();
  forFamilies((family) =>
    ip(family, [
      `route add default dev ${LINK} table ${FIRST_TABLE}`,
      `rule add pref 10 iif lo lookup ${FIRST_TABLE}`,
      ...localLast(20),
    ]),
  );
}

/**
 * Routes the TCP connections of this process's network over the existing link, and all other traffic to the network
 * itself.
 */
export function setUpCommandNetwork(): void {
  ip(4, ['link set lo up', LINK_UP, `address add ${COMMAND_ADDRESSES[4]}/32 dev ${LINK}`]);
  allowLoopbackOnLink();
  forFamilies((family) => {
    askForGateways(family);
    ip(family, [...direct(family), ...groupRoutes(family), ...localLast(30)]);
  });
}

/** Returns the commands that tell the kernel the location of a group's gateways. */
export function gatewayFound(group: number): string {
  return neighbours(
    group,
    (gateway) => `replace ${gateway} lladdr ${LINK_ADDRESS} dev ${LINK} nud permanent`,
  );
}

/** Returns the commands that make the kernel ask for a group's gateways again. */
export function gatewayLost(group: number): string {
  return neighbours(group, (gateway) => `delete ${gateway} dev ${LINK}`);
}

/** Returns the group in a line of `ip monitor neigh` that asks for its gateway; null for other lines. */
export function groupAskedFor(line: string): number | null {
  const [, address = ''] = /^miss (\S+)/.exec(line) ?? [];
  return ipBytes(address)?.at(-1) ?? null;
}

function neighbours(group: number, change: (gateway: string) => string): string {
  return ([4, 6] as const).map((family) => `neigh ${change(gatewayOf(group, family))}\n`).join('');
}

function gatewayOf(group: number, family: Family): string {
  return family === 4 ? `169.254.0.${group}` : `fe80::1:${group.toString(16)}`;
}

/**
 * Returns rules for what stays in the command's network: IPv6 loopback, which the kernel takes from no link, and what
 * the servers there say to our own connections. DNS has its server in this network.
 */
function direct(family: Family): readonly string[] {
  const selectors =
    family === 4
      ? ['from 127.0.0.1', `from ${DIRECT_SOURCE}`, `to ${DIRECT_SOURCE}`]
      : ['to ::1', `to ${COMMAND_ADDRESSES[6]}`];
  return [...selectors, 'ipproto tcp dport 53', 'ipproto tcp sport 53'].map(
    (selector) => `rule add pref 10 ${selector} lookup local`,
  );
}

function groupRoutes(family: Family): readonly string[] {
  const source = family === 4 ? [] : [`address add ${COMMAND_ADDRESSES[6]}/128 dev ${LINK} nodad`];
  const routes = Array.from({ length: GROUPS }, (_, group) => {
    const table = FIRST_TABLE + group;
    const ports = portsOf(group);
    const isLast = group === GROUPS - 1;
    // No range may contain port 65535, so the last rule takes whatever the others leave.
    const range = isLast ? '' : ` dport ${String(ports[0])}-${String(ports.at(-1))}`;
    return [
      `route add default via ${gatewayOf(group, family)} dev ${LINK} onlink src ${COMMAND_ADDRESSES[family]} table ${table}`,
      `rule add pref ${isLast ? 21 : 20} iif lo ipproto tcp${range} lookup ${table}`,
    ];
  });
  return [...source, ...routes.flat()];
}

/** Moves the rule for local addresses, which is the first by default, behind the others. */
function localLast(preference: number): readonly string[] {
  return [`rule add pref ${preference} lookup local`, 'rule del pref 0', EVERY_ADDRESS_LOCAL];
}

/** Lets packets from and to 127.0.0.0/8 pass the link. */
function allowLoopbackOnLink(): void {
  setting(`ipv4/conf/${LINK}/route_localnet`, 1);
  setting(`ipv4/conf/${LINK}/accept_local`, 1);
  for (const device of ['all', LINK]) setting(`ipv4/conf/${device}/rp_filter`, 0);
}

function askForGateways(family: Family): void {
  const folder = `ipv${family}/neigh/${LINK}`;
  setting(`${folder}/app_solicit`, MAX_QUESTIONS);
  setting(`${folder}/mcast_solicit`, 0);
  setting(`${folder}/retrans_time_ms`, QUESTION_MS);
}

function setting(name: string, value: number): void {
  writeFileSync(`${SETTINGS}/${name}`, String(value));
}

function forFamilies(setUp: (family: Family) => void): void {
  setUp(4);
  try {
    setUp(6);
  } catch {
    // A system without IPv6 has nothing to redirect.
  }
}

function ip(family: Family, commands: readonly string[]): void {
  execFileSync('ip', [`-${family}`, '-batch', '-'], {
    input: `${commands.join('\n')}\n`,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}
