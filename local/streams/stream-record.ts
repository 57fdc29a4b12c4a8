/** A record of DynamoDB Streams, as in Lambda's event. */
export interface StreamRecord {
  eventID: string;
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: unknown; NewImage?: unknown; OldImage?: unknown };
}
