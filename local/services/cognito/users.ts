import { randomUUID } from "node:crypto";
import type { CognitoDatabase } from "./cognito-database.ts";
import { CognitoError, userNotFound } from "./errors.ts";

export type Attributes = Record<string, string>;
export type UserStatus = "UNCONFIRMED" | "CONFIRMED" | "FORCE_CHANGE_PASSWORD";

export type User = {
  pool: string;
  username: string;
  sub: string;
  /** Result of `passwords.hash`. */
  password: string;
  status: UserStatus;
  enabled: boolean;
  attributes: Attributes;
  /** Changed attributes that apply once their code is entered. */
  pending: Attributes;
  created: number;
  modified: number;
};

type UserRow = Omit<User, "enabled" | "attributes" | "pending"> & {
  enabled: number;
  attributes: string;
  pending: string;
};

export type Users = {
  create(user: Pick<User, "pool" | "username" | "password" | "attributes"> & { status?: UserStatus }): User;
  find(pool: string, username: string): User | undefined;
  get(pool: string, username: string): User;
  /** Up to so many usernames of the pool after one of them, in order. */
  namesAfter(pool: string, username: string, count: number): string[];
  /** Stores the changes and returns the updated user. */
  change(user: User, changes: Partial<Pick<User, "password" | "status" | "enabled" | "attributes" | "pending">>): User;
  remove(user: User): void;
};

export function openUsers({ database, now }: CognitoDatabase): Users {
  const select = database.prepare("SELECT * FROM users WHERE pool = ? AND username = ?");
  const selectAfter = database.prepare(
    "SELECT username FROM users WHERE pool = ? AND username > ? ORDER BY username LIMIT ?",
  );
  const insert = database.prepare("INSERT OR IGNORE INTO users VALUES (?, ?, ?, ?, ?, 1, ?, '{}', ?, ?)");
  const update = database.prepare(
    `UPDATE users SET password = ?, status = ?, enabled = ?, attributes = ?, pending = ?, modified = ?
     WHERE pool = ? AND username = ?`,
  );
  const removals = ["codes", "attempts", "sign_ins", "sessions", "users"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE pool = ? AND username = ?`),
  );
  const find = (pool: string, username: string): User | undefined => {
    const row = select.get(pool, username) as UserRow | undefined;
    if (!row) return undefined;
    return {
      ...row,
      enabled: row.enabled === 1,
      attributes: JSON.parse(row.attributes),
      pending: JSON.parse(row.pending),
    };
  };
  const get = (pool: string, username: string): User => {
    const user = find(pool, username);
    if (!user) throw userNotFound();
    return user;
  };
  return {
    find,
    get,
    namesAfter: (pool, username, count) =>
      (selectAfter.all(pool, username, count) as { readonly username: string }[]).map((row) => row.username),
    create: ({ pool, username, password, attributes, status = "UNCONFIRMED" }) => {
      const at = now().getTime();
      const values = JSON.stringify(attributes);
      const { changes } = insert.run(pool, username, randomUUID(), password, status, values, at, at);
      if (changes === 0) throw new CognitoError("UsernameExistsException", "User already exists");
      return get(pool, username);
    },
    change: ({ pool, username }, changes) => {
      const next = { ...get(pool, username), ...changes };
      const attributes = JSON.stringify(next.attributes);
      const pending = JSON.stringify(next.pending);
      const enabled = next.enabled ? 1 : 0;
      update.run(next.password, next.status, enabled, attributes, pending, now().getTime(), pool, username);
      return get(pool, username);
    },
    remove: ({ pool, username }) => {
      for (const removal of removals) removal.run(pool, username);
    },
  };
}

/** The user's attributes as the API lists them, `sub` first. */
export function attributeList({ sub, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** The user as the API describes one; the attributes have two names. */
export const describeUser = (user: User, attributes: "Attributes" | "UserAttributes") => ({
  Username: user.username,
  [attributes]: attributeList(user),
  UserCreateDate: user.created / 1_000,
  UserLastModifiedDate: user.modified / 1_000,
  Enabled: user.enabled,
  UserStatus: user.status,
});
