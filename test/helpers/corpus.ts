// Real files made by others. The quick suite reads the small set of the project; the full one a larger set beside the
// checkout, where there is one.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isFull } from './scale.ts';

const OWN = join(import.meta.dirname, '../corpus');
const BESIDE = join(import.meta.dirname, '../../../shared/corpus');

/** True when it is the larger set. */
export const isWholeCorpus = isFull && existsSync(BESIDE);

/** The folder of the files, with a folder for each format; a link is followed, as programs do that name a file. */
export const corpus = realpathSync(isWholeCorpus ? BESIDE : OWN);
