// The warning about a load test of another machine. Its owner may not know about the test.
import { printable } from '../../base/printable.ts';
import { isLoopbackHost } from '../../net/proxy-routes/bypass.ts';
import type { Second } from '../../services/perf/options.ts';

/** Requests a second from which on a target that is not this machine is worth a warning. */
const MANY_REQUESTS = 1000;

/** Returns a function that warns once when another machine gets many requests. */
export function remoteWarning(say: (line: string) => void): (second: Second) => void {
  let hasWarned = false;
  return ({ hosts, seconds }) => {
    if (hasWarned) return;
    const found = Object.entries(hosts).find(
      ([host, requests]) =>
        !isLoopbackHost(host.replace(/^\[|\]$/g, '')) && requests / seconds > MANY_REQUESTS,
    );
    if (found === undefined) return;
    hasWarned = true;
    say(
      `warning: ${printable(found[0])} gets more than ${MANY_REQUESTS} requests a second and is not this machine: go on only if its owner knows; --allow-remote says so`,
    );
  };
}
