// The certificates of the API client on this machine: shown to servers, and trusted.
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createResource } from '../../../state/resource.ts';
import { say, sayError } from '../../../state/toasts.ts';

export type ShownCertificate = ResultOf<'client.client_certificates'>['certificates'][number];
export type TrustedCertificate = ResultOf<'client.trusted_certificates'>['certificates'][number];
export type CertificateFields = ParamsOf<'client.set_client_certificate'>;

export const shownCertificates = createResource(() => rpc('client.client_certificates', {}));
export const trustedCertificates = createResource(() => rpc('client.trusted_certificates', {}));

export const allowedPrograms = createResource(() => rpc('client.allowed_programs', {}));

export async function forgetProgram(fingerprint: string): Promise<void> {
  await attempt('The program is still allowed', async () => {
    await rpc('client.forget_program', { fingerprint });
    say('The program is allowed no longer');
  });
  await allowedPrograms.load();
}

/** Sets the certificate for a host, in place of the one with the host `before`. Rejects with what is wrong. */
export async function setCertificate(fields: CertificateFields, before: string | null): Promise<void> {
  const { notSaved } = await rpc('client.set_client_certificate', fields);
  if (before !== null && before !== fields.host)
    await rpc('client.delete_client_certificate', { host: before });
  sayNotSaved(notSaved);
  await shownCertificates.load();
}

export async function enableCertificate(host: string, enabled: boolean): Promise<void> {
  await attempt('The certificate cannot be changed', async () => {
    const { notSaved } = await rpc('client.enable_client_certificate', { host, enabled });
    sayNotSaved(notSaved);
  });
  await shownCertificates.load();
}

export async function deleteCertificate(host: string): Promise<void> {
  await attempt('The certificate cannot be removed', async () => {
    const { notSaved } = await rpc('client.delete_client_certificate', { host });
    sayNotSaved(notSaved);
    say(`The certificate for ${host} is shown no longer`);
  });
  await shownCertificates.load();
}

export async function distrust(certificates: readonly TrustedCertificate[]): Promise<void> {
  await attempt('The certificate is still trusted', async () => {
    for (const { host, port, fingerprint } of certificates) {
      const { notSaved } = await rpc('client.distrust_certificate', { host, port, fingerprint });
      sayNotSaved(notSaved);
    }
    const [first] = certificates;
    say(
      certificates.length === 1
        ? `The certificate of ${first!.host} is trusted no longer`
        : `${certificates.length} certificates are trusted no longer`,
    );
  });
  await trustedCertificates.load();
}

function sayNotSaved(reason: string | null): void {
  if (reason !== null) sayError(`The change lasts until the app ends: ${reason}`);
}
