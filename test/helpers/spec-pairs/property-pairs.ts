// Pairs of objects that differ in one property, with the level of the change.
import { record, required, type Row } from './descriptions.ts';

/** Id, objects before and after, level where they are sent, and where they are received. */
export const PROPERTIES: readonly Row[] = [
  ['added', record(null), record({}), 'info', 'info'],
  ['added-required', record(null), record({}, required), 'error', 'info'],
  ['added-required', record(null), record({ default: 'x' }, required), 'error', 'info'],
  ['removed', record({}), record(null), 'warning', 'warning'],
  ['removed', record({}, required), record(null), 'warning', 'error'],
  [
    'removed',
    record({}, { additionalProperties: false }),
    record(null, { additionalProperties: false }),
    'error',
    'warning',
  ],
  ['became-required', record({}), record({}, required), 'error', 'info'],
  ['became-optional', record({}, required), record({}), 'info', 'error'],
  ['became-required', record({ readOnly: true }), record({ readOnly: true }, required), 'info', 'info'],
  ['became-optional', record({ writeOnly: true }, required), record({ writeOnly: true }), 'info', 'info'],
  ['added-required', record(null), record({ readOnly: true }, required), 'info', 'info'],
  ['removed', record({ readOnly: true }, required), record(null), 'info', 'error'],
  ['removed', record({ writeOnly: true }, required), record(null), 'warning', 'info'],
  ['max-length-set', record({ readOnly: true }), record({ readOnly: true, maxLength: 3 }), 'info', 'info'],
  [
    'max-length-unset',
    record({ writeOnly: true, maxLength: 3 }),
    record({ writeOnly: true }),
    'info',
    'info',
  ],
  ['became-read-only', record({}), record({ readOnly: true }), 'info', 'info'],
  ['became-not-read-only', record({ readOnly: true }), record({}), 'info', 'info'],
  ['became-not-read-only', record({ readOnly: true }, required), record({}, required), 'error', 'info'],
  ['became-write-only', record({}), record({ writeOnly: true }), 'info', 'warning'],
  ['became-write-only', record({}, required), record({ writeOnly: true }, required), 'info', 'error'],
  ['became-not-write-only', record({ writeOnly: true }), record({}), 'info', 'info'],
  ['became-not-write-only', record({ writeOnly: true }, required), record({}, required), 'info', 'warning'],
  ['deprecated', record({}), record({ deprecated: true }), 'info', 'info'],
  ['reactivated', record({ deprecated: true }), record({}), 'info', 'info'],
  ['stability-decreased', record({}), record({ 'x-stability-level': 'alpha' }), 'error', 'error'],
];
