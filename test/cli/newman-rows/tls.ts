// Options of Newman beside ours: certificates, redirects and keys.
import { expect } from 'vitest';
import { startCertificateServer, type Answer } from '../../helpers/certificate-server.ts';
import type { Beside } from '../../helpers/newman-beside.ts';
import { PASSES, SCHEMA, code, says, sent, itemsOf, type Rows } from './items.ts';

/** Returns the rows about certificates, redirects and keys. */
export function tlsRows(both: Beside): Rows {
  const { collection, item } = itemsOf(both);
  const certificates = (name?: string, answer?: Answer) =>
    startCertificateServer((file, text) => void both.write(file, text), name, answer);
  return {
    '-k, --ignore-redirects': async () => {
      const tls = await certificates();
      const secure = collection('tls', item('a', { url: tls.url, test: PASSES }));
      await both.same([secure], code, 1);
      await both.same([secure, '-k'], code, 0);
      tls.close();
      const file = collection('c', item('a', { url: `${both.echo.url}/redirect/302` }));
      await both.same([file], sent, ['GET /redirect/302', 'GET /get?redirected=1']);
      await both.same([file, '--ignore-redirects'], sent, ['GET /redirect/302']);
    },
    '--ssl-client-cert, --ssl-client-key, --ssl-client-passphrase': async () => {
      const tls = await certificates();
      const file = collection('c', item('a', { url: tls.url, test: 'console.log(pm.response.text());' }));
      const given = ['--ssl-client-cert', 'cert.pem', '--ssl-client-key', 'key.pem'];
      await both.same([file, '-k'], says(/no certificate/), true);
      await both.same([file, '-k', ...given], says(/the certificate of client\.example/), true);
      const locked = [
        '--ssl-client-cert',
        'cert.pem',
        '--ssl-client-key',
        'locked.pem',
        '--ssl-client-passphrase',
        'open',
      ];
      await both.same([file, '-k', ...locked], says(/the certificate of client\.example/), true);
      tls.close();
    },
    '--ssl-client-cert-list': async () => {
      const tls = await certificates();
      const file = collection('c', item('a', { url: tls.url, test: 'console.log(pm.response.text());' }));
      const list = (name: string, match: string) =>
        both.write(name, [{ name, matches: [match], cert: { src: 'cert.pem' }, key: { src: 'key.pem' } }]);
      const args = (name: string) => [file, '-k', '--ssl-client-cert-list', name];
      await both.same(args(list('right.json', `${tls.url}*`)), says(/the certificate of client/), true);
      await both.same(args(list('wrong.json', 'https://elsewhere.test/*')), says(/no certificate/), true);
      const path = args(list('path.json', `${tls.url}other/*`));
      await both.differ(path, says(/the certificate of client/), { newman: false, ours: true });
      tls.close();
    },
    '--ssl-extra-ca-certs': async () => {
      const tls = await certificates();
      const file = collection('c', item('a', { url: tls.url }));
      await both.same([file], code, 1);
      await both.same([file, '--ssl-extra-ca-certs', 'ca.pem'], code, 0);
      tls.close();
    },
    '--postman-api-key': async () => {
      const keys: unknown[] = [];
      const tls = await certificates('api.postman.com', (path, headers) => {
        keys.push([path, headers['x-api-key']]);
        return JSON.stringify({ collection: { info: { name: 'p', schema: SCHEMA }, item: [item('p')] } });
      });
      const id = '1234-01234567-89ab-cdef-0123-456789abcdef';
      const env = { HTTPS_PROXY: tls.proxy, NODE_EXTRA_CA_CERTS: 'ca.pem' };
      await both.same([id, '--postman-api-key', 'K'], sent, ['GET /get?p'], env);
      tls.close();
      expect(keys).toEqual([
        [`/collections/${id}`, 'K'],
        [`/collections/${id}`, 'K'],
      ]);
    },
  };
}
