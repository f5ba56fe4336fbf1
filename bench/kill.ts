// `npm run kill -- --times 1000`: an app is killed in the middle of saves; settings and tools always load, and hold what
// was saved last.
import { parseArgs } from 'node:util';
import { killDuringSaves } from '../test/helpers/kills.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '1000' } } });
const { kills, saves, faults } = await killDuringSaves(Number(values.times));
process.stdout.write(`killed ${kills} times among ${saves} saves: ${faults.length} faults\n`);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
