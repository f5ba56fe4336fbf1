// Renders notices of the engine as lines of a run, each once and with a remedy.
import type { Notice } from '../session/engine/index.ts';
import { Lru } from '../base/lru.ts';

/** Number of refused handshakes after which they are reported. */
const REFUSALS_TO_REPORT = 3;
/** Number of reported addresses to remember. */
const MAX_ADDRESSES = 1000;

/** Returns a function that renders a notice as lines. A repeated notice has none. */
export function noticeTexts(certPath: () => string): (notice: Notice) => readonly string[] {
  const reported = new Lru<string, true>(MAX_ADDRESSES);
  return (notice) => {
    if (notice.type === 'client-denied') {
      if (reported.get(notice.address) === true) return [];
      reported.set(notice.address, true);
      return [`${notice.address} was denied: add it to allowedClientIPs to let it use the proxy`];
    }
    const { host, count, apps } = notice.rejected;
    if (count !== REFUSALS_TO_REPORT) return [];
    const who = apps.length === 0 ? 'its client' : apps.join(', ');
    return [
      `${host}: ${who} refused our certificate ${count} times: add the host to bypassHosts, or make the client trust ${certPath()}`,
    ];
  };
}
