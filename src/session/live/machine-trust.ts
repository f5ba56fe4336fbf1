// Trust of this machine towards servers, for whatever the window of the API client sends: certificates that the user
// has accepted, client certificates, and programs.
import { Lru } from '../../base/lru.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import type { HostPort } from '../../net/open.ts';
import { trustByHost, type TrustOf } from '../../net/trust.ts';
import { wasAsked } from '../../net/try-certificate.ts';
import { withPins } from '../../net/untrusted-certificate.ts';
import { AskedPrograms } from './asked-programs.ts';
import { certificateFor, ClientCertificates, type MachineCertificate } from './client-certificates.ts';
import { isOf, TrustedCertificates, type TrustedCertificate } from './trusted-certificates.ts';

/** Contexts of TLS by the authorities in them: making one takes tens of milliseconds. */
const MAX_CONTEXTS = 4;

interface SendTrust {
  readonly trust: TrustOf;
  /** True for servers that the running proxy would refuse, or with which it has no client certificate. */
  readonly isOwn: (host: string, port: number) => boolean;
}

export class MachineTrust {
  readonly servers: TrustedCertificates;
  readonly clients: ClientCertificates;
  readonly programs = new AskedPrograms();
  /** Servers that the running proxy has refused, by host and port. */
  readonly #direct = new Set<string>();
  readonly #contexts = new Lru<string, TrustOf>(MAX_CONTEXTS);

  /** `workspace`: its folder. */
  constructor(workspace: string) {
    this.servers = new TrustedCertificates(workspace);
    this.clients = new ClientCertificates(workspace);
  }

  /**
   * Resolves with the trust of one send. `roots`: further authorities in PEM; `trusting`: the fingerprint of a
   * certificate that is accepted this once. Rejects with a ParameterError when no server has shown that.
   */
  async forSend(roots: readonly string[], trusting?: string): Promise<SendTrust> {
    const [trusted, certificates] = await Promise.all([this.servers.all(), this.clients.all()]);
    const shown = trusting === undefined ? null : this.servers.shownBy(trusting);
    const isOnce = (host: string, port: number): boolean =>
      shown !== null && isOf(shown, host, port) && trusting !== undefined;
    const pinsOf = (host: string, port: number): readonly string[] => [
      ...trusted.filter((each) => each.for === 'host' && isOf(each, host, port)).map(fingerprintOf),
      ...(isOnce(host, port) ? [trusting!] : []),
    ];
    const authorities = trusted.filter((each) => each.for === 'authority').map(({ pem }) => pem);
    const all = [...roots, ...authorities];
    // The files are read once in a send.
    const own = new Map<string, TrustOf>();
    const trust: TrustOf = (host, port) => {
      const certificate = certificateFor(certificates, host);
      if (certificate === null) return this.#common(all)(host, port);
      const known = own.get(certificate.host) ?? trustByHost([certificate], [], all);
      own.set(certificate.host, known);
      return known(host, port);
    };
    return {
      trust: this.#noting(withPins(trust, pinsOf), certificates),
      isOwn: (host, port) =>
        isOnce(host, port) ||
        this.#direct.has(formatAuthority(host, port)) ||
        trusted.some((each) => isOf(each, host, port)) ||
        certificateFor(certificates, host) !== null,
    };
  }

  /** Returns the same trust, which notes the client certificates that servers ask for. */
  #noting(trust: TrustOf, certificates: readonly MachineCertificate[]): TrustOf {
    return (host, port) => {
      const given = trust(host, port);
      const certificate = certificateFor(certificates, host);
      const { verify } = given;
      if (certificate === null || verify === undefined) return given;
      return {
        ...given,
        verify: (socket) => {
          if (wasAsked(socket)) void this.clients.noteShown(certificate.host);
          return verify(socket);
        },
      };
    };
  }

  /** Makes a server one that is reached without the running proxy. */
  goesDirect({ host, port }: HostPort): void {
    this.#direct.add(formatAuthority(host, port));
  }

  #common(roots: readonly string[]): TrustOf {
    const key = roots.join('\n');
    const known = this.#contexts.get(key) ?? trustByHost([], [], roots);
    this.#contexts.set(key, known);
    return known;
  }
}

function fingerprintOf({ fingerprint }: TrustedCertificate): string {
  return fingerprint;
}
