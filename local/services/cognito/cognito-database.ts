import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../database.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS pools (
  pool TEXT PRIMARY KEY, client TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, kid TEXT NOT NULL, key TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS users (
  pool TEXT NOT NULL, username TEXT NOT NULL, sub TEXT NOT NULL, password TEXT NOT NULL, status TEXT NOT NULL,
  enabled INTEGER NOT NULL, attributes TEXT NOT NULL, pending TEXT NOT NULL, created INTEGER NOT NULL,
  modified INTEGER NOT NULL, PRIMARY KEY (pool, username));
CREATE TABLE IF NOT EXISTS codes (
  pool TEXT NOT NULL, username TEXT NOT NULL, purpose TEXT NOT NULL, code TEXT NOT NULL, expires INTEGER NOT NULL,
  PRIMARY KEY (pool, username, purpose));
CREATE TABLE IF NOT EXISTS attempts (
  pool TEXT NOT NULL, username TEXT NOT NULL, action TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS attempts_of ON attempts (pool, username, action);
CREATE TABLE IF NOT EXISTS sign_ins (
  pool TEXT NOT NULL, username TEXT NOT NULL, failures INTEGER NOT NULL, last INTEGER NOT NULL,
  until INTEGER NOT NULL, PRIMARY KEY (pool, username));
CREATE TABLE IF NOT EXISTS sessions (
  id TEXT PRIMARY KEY, pool TEXT NOT NULL, username TEXT NOT NULL, started INTEGER NOT NULL, revoked INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS refresh_tokens (
  hash TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, expires INTEGER NOT NULL,
  rotated INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS revoked_refresh_tokens (
  hash TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE);
CREATE INDEX IF NOT EXISTS revoked_refresh_tokens_of ON revoked_refresh_tokens (session);
CREATE TABLE IF NOT EXISTS access_tokens (
  jti TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, generated_by TEXT,
  issued_with TEXT, expires INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS sessions_of ON sessions (pool, username);`;

export type CognitoDatabase = { database: DatabaseSync; now: () => Date };

/** Opens the stand-in's database; times in it are epoch milliseconds. */
export function openCognitoDatabase(dir: string | undefined, now: () => Date): CognitoDatabase {
  return { database: openDatabase(dir, "cognito", SCHEMA), now };
}
