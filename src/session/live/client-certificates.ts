// Client certificates of this machine for servers that ask for one, in `.local/client-certificates.json`: the paths of
// their files, which are read at each send.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SettingError, UserError } from '../../base/errors.ts';
import { matchesWildcard } from '../../base/wildcard.ts';
import { trustByHost, type ClientCertificate } from '../../net/trust.ts';
import { LocalList } from './local-list.ts';

const clientCertificate = z.object({
  host: z.string(),
  certPath: z.string(),
  keyPath: z.string().nullable(),
  passphrase: z.string(),
  /** False for one that is not shown. */
  enabled: z.boolean().default(true),
  /** Epoch milliseconds of the last time that a server asked for it; null for never. */
  lastShown: z.number().nullable().default(null),
});
export type MachineCertificate = z.output<typeof clientCertificate>;

/** Milliseconds in which a certificate is noted as shown once: a run sends many requests. */
const NOTED_EVERY_MS = 30_000;

export class ClientCertificates {
  readonly #list: LocalList<MachineCertificate>;

  /** `workspace`: its folder. */
  constructor(workspace: string) {
    this.#list = new LocalList(workspace, 'client-certificates.json', clientCertificate);
  }

  /** The reason why the file is not up to date; null when it is. */
  get error(): string | null {
    return this.#list.error;
  }

  all(): Promise<readonly MachineCertificate[]> {
    return this.#list.all();
  }

  /** Sets the certificate for a host pattern. Rejects with a UserError that names a file that cannot be used. */
  async set(certificate: Omit<MachineCertificate, 'lastShown'>): Promise<void> {
    refuseUnusable(certificate);
    await this.#list.change((all) => {
      const lastShown = all.find(({ host }) => host === certificate.host)?.lastShown ?? null;
      return [...all.filter(({ host }) => host !== certificate.host), { ...certificate, lastShown }];
    });
  }

  /** Notes that a server has asked for the certificate of a pattern. */
  async noteShown(host: string, now = Date.now()): Promise<void> {
    const known = (await this.all()).find((each) => each.host === host);
    if (known === undefined || now - (known.lastShown ?? 0) < NOTED_EVERY_MS) return;
    await this.#list.change((all) =>
      all.map((each) => (each.host === host ? { ...each, lastShown: now } : each)),
    );
  }

  /** Shows the certificate of a pattern from now on, or no longer. Resolves with false when there is none. */
  async enable(host: string, enabled: boolean): Promise<boolean> {
    const isThere = (await this.all()).some((each) => each.host === host);
    await this.#list.change((all) => all.map((each) => (each.host === host ? { ...each, enabled } : each)));
    return isThere;
  }

  /** Resolves with false when there was none for this pattern. */
  async delete(host: string): Promise<boolean> {
    const isThere = (await this.all()).some((each) => each.host === host);
    await this.#list.change((all) => all.filter((each) => each.host !== host));
    return isThere;
  }
}

/** Returns the certificate for a host: that with the most specific pattern; null without one. */
export function certificateFor(
  certificates: readonly MachineCertificate[],
  host: string,
): MachineCertificate | null {
  const matching = certificates.filter(
    (each) => each.enabled && matchesWildcard(each.host, host.toLowerCase()),
  );
  const exact = matching.find((each) => !/[*?]/.test(each.host));
  return exact ?? matching.toSorted((a, b) => b.host.length - a.host.length)[0] ?? null;
}

/** The owner of a certificate, and its end in ISO 8601; null where its file is no PEM, or cannot be read. */
export async function factsOf(
  certPath: string,
): Promise<{ readonly subject: string; readonly validUntil: string } | null> {
  try {
    const { subject, validToDate } = new X509Certificate(await readFile(certPath));
    return { subject: subject.split('\n').join(', '), validUntil: validToDate.toISOString() };
  } catch {
    return null;
  }
}

/** Returns the reason why a certificate cannot be used; null when it can. */
export function problemOf(certificate: ClientCertificate): SettingError | null {
  try {
    trustByHost([certificate], []);
    return null;
  } catch (error) {
    if (error instanceof SettingError) return error;
    throw error;
  }
}

function refuseUnusable(certificate: ClientCertificate): void {
  const problem = problemOf(certificate);
  if (problem === null) return;
  const field = /\.(\w+)$/.exec(problem.field)?.[1] ?? 'certPath';
  throw new UserError('INVALID_FILE', problem.message, { field, cause: problem });
}
