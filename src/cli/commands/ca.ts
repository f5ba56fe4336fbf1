// `proxyctl ca`: prints the path of the root certificate, for tools and devices that must trust it. With an option it
// shows or changes the stores that trust it.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'ca',
  summary: 'Print the path of the root certificate, creating it first if missing',
  examples: [
    ['proxyctl ca --check', 'see who on this computer trusts it'],
    ['proxyctl ca --trust', 'have this computer trust it'],
  ],
  configure: (c) =>
    c
      .option('--check', 'print who on this computer trusts it, and the commands that change that')
      .option('--trust', 'add it to the stores of this user; print the commands that need a password')
      .option('--untrust', 'remove it from them; print the commands that need a password'),
  action: async (_, options) => {
    const { dataFolder } = await import('../../base/data-folder.ts');
    const { openCertificateAuthority } = await import('../../certs/index.ts');
    const { certPath: path, certPem: pem } = await openCertificateAuthority(dataFolder());
    const actions = (['check', 'trust', 'untrust'] as const).filter((name) => options[name] === true);
    const [action, second] = actions;
    if (action === undefined) {
      process.stdout.write(`${path}\n`);
      return 0;
    }
    if (second !== undefined) {
      const { UserError } = await import('../../base/errors.ts');
      throw new UserError('INVALID_PARAMETER', `--${action} and --${second} exclude each other: give one`);
    }
    const { changeTrust } = await import('../trust.ts');
    return changeTrust({ path, pem }, action);
  },
});
