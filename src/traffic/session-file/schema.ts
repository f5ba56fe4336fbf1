// The tables of a session file, an SQLite database. docs/traffic-files.md describes them for other programs.
import type { DatabaseSync } from 'node:sqlite';

/** `PXSF`, in the head of the file (the pragma `application_id`). */
export const APPLICATION_ID = 0x50_58_53_46;
/** The version of the tables (the pragma `user_version`): 1 is the format before SQLite. */
export const SCHEMA_VERSION = 2;

/** A page holds about ten exchanges: with SQLite's 4 KB, writing takes more than twice the time. */
export const PAGE_BYTES = 16 * 1024;

/** Prepares a connection to a file that is written, and creates the tables where it is empty, all of them or none. */
export function openTables(database: DatabaseSync, checkpointPages: number): void {
  database.exec(`
    PRAGMA page_size = ${PAGE_BYTES};
    PRAGMA auto_vacuum = INCREMENTAL; -- so that what is removed leaves the disk
    PRAGMA secure_delete = ON;
    PRAGMA synchronous = OFF; -- an empty file has nothing that a power cut could damage
    PRAGMA journal_mode = WAL;
    PRAGMA wal_autocheckpoint = ${checkpointPages};
  `);
  if (isBlank(database)) createTables(database);
  database.exec('PRAGMA synchronous = NORMAL');
}

/** True for a file without tables: its process was ended before it had anything to keep. */
export function isBlank(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA schema_version').get()?.['schema_version'] === 0;
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};
    CREATE TABLE exchanges (
      id INTEGER PRIMARY KEY,
      started_at REAL NOT NULL,
      duration_ms REAL NOT NULL,
      state TEXT NOT NULL,
      status INTEGER NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      app TEXT,
      record BLOB NOT NULL
    );
    CREATE TABLE bodies (
      exchange INTEGER NOT NULL,
      body TEXT NOT NULL,
      part INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (exchange, body, part)
    );
    COMMIT;
  `);
}
