// `setup ios` and `setup simulator`: an iPhone or iPad installs the root as a profile from the certificate page. A
// simulator uses the Mac's proxy, and gets the root through Xcode.
import { reachableAddresses } from '../../session/engine/this-machine.ts';
import { UserError } from '../../base/errors.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { failureOf, runProgram } from '../../system/commands.ts';
import { note, print, type SetupTarget } from './contract.ts';

export const ios: SetupTarget = {
  name: 'ios',
  title: 'iPhone and iPad: the steps, with the address of the profile',
  run({ port, undo }) {
    const [address = 'the address of this computer'] = reachableAddresses([]);
    print(undo ? IOS_UNDO : iosSteps(address, port));
    return Promise.resolve(0);
  },
};

function iosSteps(address: string, port: number): string {
  return `1. Turn on listenOnAllInterfaces in the settings of the proxy, and connect the device to the same network.
2. Settings, Wi-Fi, the network, Configure Proxy, Manual: server ${address}, port ${port}.
3. In Safari open http://${formatAuthority(address, port)}/ssl and load the profile.
4. Settings, General, VPN & Device Management: install the profile.
5. Settings, General, About, Certificate Trust Settings: turn it on.
`;
}

const IOS_UNDO = `1. Settings, Wi-Fi, the network, Configure Proxy: Off.
2. Settings, General, VPN & Device Management: remove the profile.
`;

export const simulator: SetupTarget = {
  name: 'simulator',
  title: 'the simulators of Xcode that run: the root certificate',
  async run({ caPath, undo }) {
    const args = ['simctl', 'keychain', 'booted', ...(undo ? ['reset'] : ['add-root-cert', caPath])];
    const result = await runProgram('xcrun', args);
    if (result.isMissing) {
      print(['xcrun', ...args].join(' '));
      note('# Xcode is not installed: run this on a Mac that has it');
      return 1;
    }
    if (result.code !== 0)
      throw new UserError('UNAVAILABLE', `the simulators cannot be set up (${failureOf('xcrun', result)})`);
    print(
      undo
        ? 'removed the root certificate'
        : 'added the root certificate; simulators use the proxy of the Mac',
    );
    return 0;
  },
};
