// `proxyctl ca`: where the root certificate is, for tools and devices that are to trust it.
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
