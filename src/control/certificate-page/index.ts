// The certificate page at `/ssl` and below: what a device needs to trust the root certificate. It is the only page that
// other devices may open, and needs no token, since everything on it is public. It responds only when Host names this
// machine, so that a web page elsewhere cannot pass it off as its own (DNS rebinding).
import { X509Certificate } from 'node:crypto';
import { isAliasHost } from '../../base/alias-hosts.ts';
import type { LocalRequest, LocalResponse } from '../../base/local-http.ts';
import type { Engine } from '../../session/engine/index.ts';
import { response, failure } from '../response.ts';
import { namesProxy, readAuthority } from '../authority.ts';
import { PAGE_FIELDS, staticPage } from '../static-page.ts';
import { mobileConfig } from './mobile-config.ts';
import { filePath, page, type ProxyFacts } from './page.ts';

/** True for the path of this page or of one of its files. `path` has no query. */
export function isCertificatePath(path: string): boolean {
  return path === PAGE || path.startsWith(`${PAGE}/`);
}

/** Returns the handler of the paths for which `isCertificatePath` is true. */
export function certificatePage(engine: Engine): (request: LocalRequest, path: string) => LocalResponse {
  const certificate = new X509Certificate(engine.ca.certPem);
  const files = filesOf(engine.ca.name, certificate);
  return (request, path) => {
    if (!namesProxy(request, engine.port))
      return failure(
        403,
        `Host ${JSON.stringify(request.authority.slice(0, 200))} does not name this machine`,
      );
    const file = files.get(path);
    if (file === undefined && path !== PAGE && path !== `${PAGE}/`)
      return failure(404, `Nothing is at ${path.slice(0, 200)}: the page is at ${PAGE}`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return failure(405, 'Only GET and HEAD are possible here', [{ name: 'Allow', value: 'GET, HEAD' }]);
    if (file !== undefined) return response(200, file.type, file.content, PAGE_FIELDS);
    const main = page({
      name: engine.ca.name,
      fingerprint: certificate.fingerprint256,
      validUntil: certificate.validToDate,
      proxy: proxyOf(request, engine),
      agent: userAgent(request),
    });
    return staticPage(200, 'Trust the root certificate · Traffic Proxy', main);
  };
}

const PAGE = '/ssl';

interface File {
  readonly type: string;
  readonly content: string | Buffer;
}

/** Returns the files by path: those that devices open with their installer, and PEM for programs. */
function filesOf(name: string, certificate: X509Certificate): ReadonlyMap<string, File> {
  const der = { type: 'application/x-x509-ca-cert', content: certificate.raw };
  const profile = mobileConfig(name, certificate.raw);
  return new Map<string, File>([
    [filePath('pem'), { type: 'application/x-pem-file', content: certificate.toString() }],
    [filePath('crt'), der],
    [filePath('cer'), der],
    [filePath('der'), der],
    [filePath('mobileconfig'), { type: 'application/x-apple-aspen-config', content: profile }],
  ]);
}

/** Returns the proxy settings to enter on another device. The address of the request shows which one is reachable. */
function proxyOf({ authority, openedBy }: LocalRequest, engine: Engine): ProxyFacts {
  const { port } = engine;
  if (!engine.listensOnAllInterfaces) return { type: 'loopback', port };
  if (openedBy.isLoopback) return { type: 'network', hosts: engine.deviceAddresses, port };
  const host = readAuthority(authority)?.host ?? '';
  return isAliasHost(host) ? { type: 'in-use' } : { type: 'network', hosts: [host], port };
}

function userAgent({ headers }: LocalRequest): string {
  return headers.find(({ name }) => name.toLowerCase() === 'user-agent')?.value ?? '';
}
