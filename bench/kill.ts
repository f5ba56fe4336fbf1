// `npm run kill -- --times 1000`: kills an app in the middle of saves, and checks that settings and tools
// always load and hold what was saved last.
import { parseArgs } from 'node:util';
import { killDuringSaves } from '../test/helpers/kills.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '1000' } } });
const { kills, saves, errors } = await killDuringSaves(Number(values.times));
process.stdout.write(`killed ${kills} times among ${saves} saves: ${errors.length} faults\n`);
for (const error of errors) process.stdout.write(`${error}\n`);
process.exitCode = errors.length === 0 ? 0 : 1;
