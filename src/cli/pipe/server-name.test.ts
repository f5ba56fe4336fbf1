import { expect, test } from 'vitest';
import { serverName } from './server-name.ts';

test.for([
  ['node /checkout/project/shop-server.ts legacy', 'shop-server'],
  ['node /c/Users/me/servers/weather/dist/index.js', 'weather'],
  ['node --inspect /srv/shop/server.mjs', 'shop'],
  ['/usr/bin/python3.12 -m weather', 'weather'],
  ['npx -y @modelcontextprotocol/server-filesystem@2026.1.14 /home/me', 'server-filesystem'],
  ['npx -y --package @shop/tools@2 shop-mcp', 'shop-mcp'],
  ['cmd /c npx -y weather-mcp@latest', 'weather-mcp'],
  ['env LOG=debug node servers/weather/index.js', 'weather'],
  ['uvx mcp-server-git --repository /srv/shop', 'mcp-server-git'],
  ['docker run -i --rm mcp/fetch', 'fetch'],
  ['docker run -i --rm -e TOKEN --name mine ghcr.io/github/github-mcp-server:v1', 'github-mcp-server'],
  ['C:\\Tools\\Weather.exe --stdio', 'weather'],
  ['node', 'node'],
] as const)('%s is %s', ([command, name]) => {
  expect(serverName(command.split(' '))).toBe(name);
});
