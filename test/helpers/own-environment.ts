// Runs before each test file: puts the environment variables back when it ends, since files share processes. They share
// the trusted certificates too, which are read once, at the first connection of whichever file comes first.
import { afterAll } from 'vitest';
import { trustedAuthority } from './authority.ts';
import { setEnvironment } from './environment.ts';

trustedAuthority();
const before = { ...process.env };
afterAll(() => setEnvironment(before));
