// The texts of new collections, folders, environments and flows.
import { bearer, commented, fileText, identity, namedValues, scalar, secretVariable } from './written.ts';

export function collectionText(name: string): string {
  return fileText([
    [
      '# A collection: what its requests share. All fields: proxyctl schema collection.',
      ...identity(name),
      '# docs: Markdown',
    ],
    ['# For all requests that have none of their own.', ...commented(bearer('{{token}}'))],
    [
      '# For all requests; an environment wins over them.',
      ...namedValues('variables', [['baseUrl', 'https://example.com']]),
    ],
    ['# Requests and folders that come first; others follow by name.', '# order: [sign-in, orders/]'],
  ]);
}

export function folderText(name: string): string {
  return fileText([
    [
      '# A folder: what its requests share. All fields: proxyctl schema folder.',
      ...identity(name),
      '# tags: [smoke]',
    ],
  ]);
}

export function environmentText(name: string): string {
  return fileText([
    [
      `# An environment: proxyctl collection run COLLECTION -e ${JSON.stringify(name)}`,
      '# All fields: proxyctl schema environment.',
      ...identity(name),
    ],
    [
      ...namedValues('variables', [['baseUrl', 'https://example.com']]),
      '  # The value of a secret is on each machine alone, in .local/secrets.json.',
      ...secretVariable('token'),
    ],
  ]);
}

/** `request`: a request of the workspace, by its path of folders; null for one to fill in. */
export function flowText(name: string, request: string | null): string {
  return fileText([
    [
      '# A flow: requests, and what happens between them. All fields: proxyctl schema flow.',
      ...identity(name),
    ],
    [
      'steps:',
      '  - type: send',
      '    # Name or path of folders of a saved request.',
      `    request: ${scalar(request ?? 'Sign in')}`,
      '  # Sets a variable from the response.',
      '  # - type: extract',
      '  #   path: $.id',
      '  #   variable: id',
      '  # Others: condition, loop, delay, script.',
    ],
  ]);
}
