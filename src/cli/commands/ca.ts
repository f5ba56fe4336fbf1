// `proxyctl ca`: prints the path of the root certificate, for tools and devices that must trust it.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'ca',
  summary: 'Print the path of the root certificate, creating it first if missing',
  action: async () => {
    const { dataFolder } = await import('../../base/data-folder.ts');
    const { openCertificateAuthority } = await import('../../certs/index.ts');
    const { certPath } = await openCertificateAuthority(dataFolder());
    process.stdout.write(`${certPath}\n`);
    return 0;
  },
});
