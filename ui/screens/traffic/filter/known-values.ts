// The values from the traffic that the filter field suggests.
import type { KnownValues } from '../../../../src/flow/filter/index.ts';
import { sourceCounts } from '../model/source-counts.ts';

const MAX_HOSTS = 100;

export function knownValues(): KnownValues {
  const { hosts, apps, tools } = sourceCounts.get();
  return {
    host: hosts.slice(0, MAX_HOSTS).map(({ host }) => host),
    app: apps.map(([app]) => app),
    tool: tools,
  };
}
