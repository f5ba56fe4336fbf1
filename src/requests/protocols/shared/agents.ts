// Agents of node:http and node:https for libraries. They connect as the run's own HTTP requests do: through the
// proxies of the environment, with the run's trust and certificates.
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { asError } from '../../../base/errors.ts';
import type { HttpSender } from '../../http/sender.ts';
import { secured, tcpTo } from './tunnel.ts';

type Callback = (error: Error | null, socket?: Duplex) => void;

/**
 * Returns an agent for `http` and `ws`, or for `https` and `wss` URLs. Each of its connections is used once. `failed`:
 * called with the reason of a failed connection, of which some libraries keep only the text.
 */
export function agentFor(
  isSecure: boolean,
  verifyTls: boolean,
  sender: HttpSender,
  failed: (error: Error) => void = () => undefined,
): http.Agent {
  const agent = isSecure ? new https.Agent() : new http.Agent();
  const createConnection = (options: http.ClientRequestArgs, done: Callback): undefined => {
    void connect(options).then(
      (socket) => done(null, socket),
      (thrown: unknown) => {
        const error = asError(thrown);
        failed(error);
        done(error);
      },
    );
  };
  const connect = async (options: http.ClientRequestArgs): Promise<Duplex> => {
    const host = (options.host ?? 'localhost').replace(/^\[(.*)\]$/, '$1');
    const port = Number(options.port ?? (isSecure ? 443 : 80));
    const socket = await tcpTo({ host, port, isSecure }, sender);
    return isSecure ? secured(socket, { host, port }, sender, { verifyTls }) : socket;
  };
  return Object.assign(agent, { createConnection });
}
