import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Whether a write's condition held; throws what else goes wrong. */
export async function conditionHeld(write: Promise<unknown>) {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
