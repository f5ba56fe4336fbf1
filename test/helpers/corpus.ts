// Real files made by others. The quick suite reads the small set of the project; the full one a larger set beside the
// checkout, where there is one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFull } from './scale.ts';

const OWN = join(import.meta.dirname, '../corpus');
const BESIDE = join(import.meta.dirname, '../../../shared/corpus');

/** The folder of the files, with a folder for each format. */
export const corpus = isFull && existsSync(BESIDE) ? BESIDE : OWN;

/** True when it is the larger set. */
export const isWholeCorpus = corpus === BESIDE;
