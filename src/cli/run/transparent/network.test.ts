import { expect, test } from 'vitest';
import { gatewayFound, groupAskedFor } from './network.ts';
import { GROUPS, portsOf } from './ports.ts';

test('each port is in one group', () => {
  const ports = Array.from({ length: GROUPS }, (_, group) => portsOf(group)).flat();
  expect(ports).toEqual(Array.from({ length: 65_535 }, (_, index) => index + 1));
});

test.each([0, 1, 195, 255])('the gateways of group %i lead back to it', (group) => {
  const gateways = Array.from(
    gatewayFound(group).matchAll(/^neigh replace (\S+) /gm),
    ([, address = '']) => address,
  );
  expect(gateways).toHaveLength(2);
  for (const gateway of gateways) {
    expect(groupAskedFor(`miss ${gateway} dev proxyctl0 INCOMPLETE `)).toBe(group);
    expect(groupAskedFor(`${gateway} dev proxyctl0 lladdr 02:00:00:00:00:01 PERMANENT `)).toBeNull();
  }
});
