// Runs before each test file: puts the environment variables back when it ends, since files share processes.
import { afterAll } from 'vitest';
import { setEnvironment } from './environment.ts';

const before = { ...process.env };
afterAll(() => setEnvironment(before));
