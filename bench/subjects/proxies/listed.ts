// Our engine with the traffic list of the app, kept in memory. Its arguments are the port to listen on and the library's
// module.
import type * as Library from '../../../src/index.ts';

const [, , port, module = ''] = process.argv;
const { startProxy } = (await import(module)) as typeof Library;
const proxy = await startProxy({ port: Number(port), sslProxyingHosts: ['*'] });
// The first call makes the list.
await proxy.call('get_settings', {});
