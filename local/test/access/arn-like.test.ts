import { expect, test } from "vitest";
import { isArnLike } from "#local/access/arn-like.ts";

const routes = (route: string) => `arn:aws:execute-api:us-east-1:111122223333:api/${route}`;

test.each([
  ["the same ARN", routes("$default/$default"), routes("$default/$default"), true],
  ["another case", routes("$default/$DEFAULT"), routes("$default/$default"), false],
  ["a method and a path of any length", routes("*/*/*"), routes("$default/GET/api/a/{b}"), true],
  ["the root's path, which is empty", routes("*/*/*"), routes("$default/GET/"), true],
  ["the route $default under a pattern of three segments", routes("*/*/*"), routes("$default/$default"), false],
  ["the route $default under its own", routes("*/$default"), routes("$default/$default"), true],
  ["a question mark for one character", routes("socke?/$connect"), routes("socket/$connect"), true],
  ["a question mark for none", routes("socket?/$connect"), routes("socket/$connect"), false],
  ["a wildcard that would have to pass a colon", "arn:aws:execute-api:*", routes("x/y"), false],
  ["a wildcard that would have to stand for two parts", "arn:aws:*:111122223333:api/x", routes("x"), false],
  ["a wildcard for one part", "arn:aws:execute-api:*:*:api/x", routes("x"), true],
  ["colons in the resource", "arn:aws:sns:r:1:a*", "arn:aws:sns:r:1:a:b:c", true],
  ["a period that is no wildcard", "arn:aws:s3:::a.b", "arn:aws:s3:::axb", false],
  ["anything but an ARN", "*", routes("x"), false],
])("%s: %s for %s", (_what, pattern, arn, matches) => {
  expect(isArnLike(pattern, arn)).toBe(matches);
});
