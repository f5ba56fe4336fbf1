// Values of the traffic that the filter field offers.
import type { KnownValues } from '../../../../src/flow/filter/index.ts';
import type { Traffic } from '../model/rows.ts';

const MAX_HOSTS = 100;

export function knownValues({ counts, flows }: Traffic): KnownValues {
  return {
    host: counts.hosts.slice(0, MAX_HOSTS).map(({ host }) => host),
    app: counts.apps.map(([app]) => app),
    tool: [...new Set(flows.flatMap(({ tags }) => tags))],
  };
}
