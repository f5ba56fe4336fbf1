// Keys of Azure's services, and the signatures of shared access URLs. In a key, the marker of the service is at a fixed
// place between random characters and a checksum. A signature has its own parameters beside it.
import { shaped, START, type SecretForm } from './contract.ts';

const HOSTS = [
  'azure.com',
  'windows.net',
  'azure.net',
  'azurewebsites.net',
  'azurecr.io',
  'visualstudio.com',
];
const TAIL = '(?![A-Za-z0-9+/_=-])';

/** Each with the characters before the marker and the pattern of those after it. */
const SHAPES: readonly (readonly [markers: string, before: number, charset: string, behind: string])[] = [
  ['AZDO', 76, 'A-Za-z0-9', '[A-Za-z0-9]{4}'],
  ['JQQJ99', 52, 'A-Za-z0-9', '[A-Za-z0-9]{26}'],
  ['AzSe', 42, 'A-Za-z0-9', '[A-Za-z0-9]{6}'],
  ['+ACR', 42, 'A-Za-z0-9+/', '[A-Za-z0-9+/]{6}'],
  ['AzFu', 44, 'A-Za-z0-9_-', '[A-Za-z0-9_-]{6}=='],
  ['+AEh +ASb +ARm AzCa AIoT', 33, 'A-Za-z0-9+/', '[A-Za-z0-9+/]{6}='],
  ['+ASt +ABa +AMC ACDb APIM', 76, 'A-Za-z0-9+/', '[A-Za-z0-9+/]{6}=='],
];

export const azureKeys: readonly SecretForm[] = SHAPES.map(([given, before, charset, behind]) => {
  const markers = given.split(' ');
  const alternatives = markers.map((marker) => marker.replace('+', '\\+')).join('|');
  return shaped(
    ['azure-key', 'Azure key'],
    new RegExp(`${START}[${charset}]{${before}}(?:${alternatives})${behind}${TAIL}`, 'y'),
    { type: 'markers', markers, before: [before] },
    { source: 'github.com/microsoft/security-utilities', entropy: 3.5, hosts: HOSTS },
  );
});

/** A parameter beside the signature: version, expiry, permissions, resource, or the name of the key. */
const BESIDE = 's(?:[vepr]|kn)=';

/** The HMAC-SHA256 of a shared access signature. */
export const azureSignature = shaped(
  ['azure-sas', 'Azure shared access signature'],
  new RegExp(
    `${START}sig=(?:[A-Za-z0-9+/]|%2[BFbf]){43}(?:=|%3[Dd])` +
      `(?:(?<=(?<![A-Za-z])${BESIDE}[^\\s"'<>]{0,500})|(?=[^\\s"'<>]{0,500}[^A-Za-z]${BESIDE}))`,
    'y',
  ),
  { type: 'markers', markers: ['sig='] },
  {
    source: 'learn.microsoft.com/rest/api/storageservices/create-service-sas',
    severity: 'medium',
    entropy: 3.5,
    secretPart: () => ['sig='.length, 0],
    hosts: HOSTS,
  },
);
