// A server over TLS that asks for a client certificate, and a proxy that leads there under any name.
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import { untrustedAuthority } from './authority.ts';

export interface CertificateServer {
  readonly url: string;
  readonly proxy: string;
  readonly close: () => void;
}

/** Returns the body of an answer. */
export type Answer = (path: string, headers: NodeJS.Dict<string | string[]>) => string;

/**
 * Writes its authority as `ca.pem`, and a client certificate as `cert.pem`, `key.pem` and, with the passphrase `open`,
 * `locked.pem`. Without `answer` it answers whose certificate it has seen.
 */
export async function startCertificateServer(
  write: (name: string, text: string) => void,
  name = 'localhost',
  answer?: Answer,
): Promise<CertificateServer> {
  const authority = untrustedAuthority();
  const client = authority.issue('client.example');
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' } as const;
  write('ca.pem', authority.ca);
  write('cert.pem', client.cert);
  write('key.pem', client.key);
  write('locked.pem', createPrivateKey(client.key).export(locked));
  const owners = new WeakMap<object, string>();
  const server = createTlsServer(
    { ...authority.issue(name), ca: authority.ca, requestCert: true, rejectUnauthorized: false },
    (request, response) =>
      response.end(answer?.(request.url ?? '', request.headers) ?? owners.get(request.socket)),
  ).on('secureConnection', (socket) => owners.set(socket, ownerOf(socket.getPeerCertificate())));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = createServer().on('connect', (_, socket) => {
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const each of [socket, upstream]) each.on('error', () => each.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://localhost:${port}/`,
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      proxy.close();
    },
  };
}

function ownerOf({ subjectaltname }: Partial<PeerCertificate>): string {
  return subjectaltname === undefined
    ? 'no certificate'
    : `the certificate of ${subjectaltname.replace('DNS:', '')}`;
}
