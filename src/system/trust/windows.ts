// Windows: looks for the certificate's fingerprint in the root stores of the user and of the machine.
import { X509Certificate } from 'node:crypto';
import { succeeds } from './exit-code.ts';

export async function trustedOnWindows(pem: string): Promise<boolean> {
  const fingerprint = new X509Certificate(pem).fingerprint.replaceAll(':', '');
  const asked = [['-user'], []].map((store) =>
    succeeds('certutil.exe', [...store, '-verifystore', 'Root', fingerprint]),
  );
  return (await Promise.all(asked)).includes(true);
}
