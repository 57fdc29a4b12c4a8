import { DynamoDBToolboxError } from "dynamodb-toolbox/errors";

interface Codec<Value, Stored> {
  encode(value: Value): Stored;
  /** May throw for what it didn't encode. */
  decode(stored: Stored): Value;
}

/**
 * The codec of an attribute. The library reports only its own errors with the item's key, so a value that can't be decoded
 * throws such a one: the item is then unreadable, as with an attribute of a wrong type.
 */
export const attributeCodec = <Value, Stored>({ encode, decode }: Codec<Value, Stored>): Codec<Value, Stored> => ({
  encode,
  decode(stored) {
    try {
      return decode(stored);
    } catch {
      throw new DynamoDBToolboxError("formatter.invalidAttribute", {
        message: "A value in another form",
        path: undefined,
        payload: { received: undefined },
      });
    }
  },
});
