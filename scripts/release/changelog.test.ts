import { expect, test } from 'vitest';
import { datedChangelog, dateOf, notesOf, unreleased } from './changelog.ts';

const CHANGELOG = `# Changelog

Introduction.

## [Unreleased]

### Added

- One thing.

## [0.1.0] - 2026-01-02

- The first.
`;

test('what is unreleased gets a version and a date', () => {
  const dated = datedChangelog(CHANGELOG, '0.2.0', '2026-03-04');
  expect(dated).toBe(`# Changelog

Introduction.

## [Unreleased]

## [0.2.0] - 2026-03-04

### Added

- One thing.

## [0.1.0] - 2026-01-02

- The first.
`);
  expect(notesOf(dated, '0.2.0')).toBe('### Added\n\n- One thing.\n');
  expect(notesOf(dated, '0.1.0')).toBe('- The first.\n');
  expect(notesOf(dated, '0.3.0')).toBe(null);
  expect([dateOf(dated, '0.2.0'), dateOf(dated, '0.3.0')]).toEqual(['2026-03-04', null]);
  // A second release without a change is refused.
  expect(() => unreleased(dated)).toThrow('nothing under "## [Unreleased]" to release');
});

test('a changelog without the section is refused', () => {
  expect(() => unreleased('# Changelog\n')).toThrow('there is no section "## [Unreleased]"');
});
