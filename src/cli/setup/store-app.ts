// `setup store-app`: Microsoft Store apps run in containers, and may not connect to programs on this computer,
// including the proxy. CheckNetIsolation, a part of Windows, exempts an app from this rule.
import { UserError } from '../../base/errors.ts';
import { note, print, type SetupRequest, type SetupTarget } from './contract.ts';

export const storeApp: SetupTarget = {
  name: 'store-app',
  title: 'An app of the Microsoft Store, behind -- its package family name',
  run: (request) => {
    const { command, remarks } = storeAppSetup(request);
    for (const remark of remarks) note(`# ${remark}`);
    print(command);
    return Promise.resolve(0);
  },
};

/** Returns the command and notes about it. Throws a UserError for an invalid package family name. */
export function storeAppSetup({ command: [name], undo }: Pick<SetupRequest, 'command' | 'undo'>): {
  readonly command: string;
  readonly remarks: readonly string[];
} {
  if (name === undefined)
    return {
      command: 'Get-AppxPackage | Select-Object Name, PackageFamilyName',
      remarks: [
        'in PowerShell: lists the apps; give the name: proxyctl setup store-app -- PACKAGE_FAMILY_NAME',
      ],
    };
  if (!FAMILY_NAME.test(name))
    throw new UserError(
      'INVALID_PARAMETER',
      `${JSON.stringify(name)} is not a package family name, such as Microsoft.WindowsStore_8wekyb3d8bbwe: proxyctl setup store-app prints what lists them`,
    );
  return {
    command: `CheckNetIsolation.exe LoopbackExempt ${undo ? '-d' : '-a'} -n=${name}`,
    remarks: [
      'in a terminal that runs as administrator',
      ...(undo ? [] : ['the app then uses the proxy of the system: switch that on in the app of the proxy']),
    ],
  };
}

/** The name of a package, and the hash of its publisher. */
const FAMILY_NAME = /^[\w.-]{1,50}_[a-hjkmnp-tv-z\d]{13}$/i;
