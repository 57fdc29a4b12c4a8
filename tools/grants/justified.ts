import type { JustifiedGrant } from "./unused.ts";

/** What roles may do that no test needs, and why they may all the same. */
export const JUSTIFIED_GRANTS: readonly JustifiedGrant[] = [
  {
    who: /./,
    what: /^(logs:(CreateLogStream|PutLogEvents) on \S+:log-group:\S+|xray:(PutTraceSegments|PutTelemetryRecords) on \*)$/,
    why: "Lambda writes logs and traces with the function's role; the laptop keeps its own log.",
  },
  {
    who: /^(process-table-stream|push-notifications)$/,
    what: /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) on (\S+\/stream\/\S+|\*)$/,
    why: "Lambda reads the stream with the function's role, and checks that it may when the mapping is made.",
  },
  {
    who: /^(answer-mail-requests|close-unauthenticated|delete-abandoned-users|invalidate-edge)$/,
    what: /^sqs:(DeleteMessage|GetQueueAttributes|ReceiveMessage) on \S+(AbandonedUsers|Deadlines|Invalidations|MailRequests)\w+$/,
    why: "Lambda reads the queue with the function's role, and checks that it may when the mapping is made.",
  },
  {
    who: /^(process-table-stream|process-upload|push-notifications)$/,
    what: /^sqs:(GetQueueAttributes|GetQueueUrl|SendMessage) on \S+Undelivered(Records|Uploads)Queue\w+$/,
    why: "Lambda leaves what failed there with the function's role; the CDK grants the look-ups along with it.",
  },
  {
    who: /^(close-unauthenticated|push-notifications)$/,
    what: /^execute-api:ManageConnections on \S+\/socket\/(POST|DELETE)\/@connections\/\*$/,
    why: "The permission `sockets` covers both: who may send to a connection may end it.",
  },
  {
    who: /^process-upload$/,
    what: /^s3:DeleteObject on \S+picturespreviews\w+\/media\/\*$/,
    why: "Only a run that loses to another removes the previews that it made.",
  },
  {
    who: /^expire-intents$/,
    what: /^secretsmanager:GetSecretValue on \S+:secret:\S+PaymentsStripe\w+-\w+$/,
    why: "The keys are read once per process, and in a test another function has read them.",
  },
  {
    who: /^process-table-stream$/,
    what: /^lambda:InvokeFunction on \S+Mediaprocessupload\w+$/,
    why: "Unit tests make watermarks in the process, and no browser test closes a seller's artwork.",
  },
  {
    who: /^(pages|process-table-stream)$/,
    what: /^dynamodb:(BatchGetItem|GetItem) on \S+:table\/\S+SearchIndex\w+$/,
    why: "The permission `index` is one for all who read the index; `search` needs all of it.",
  },
  {
    who: /./,
    what: /^dynamodb:(BatchGetItem|ConditionCheckItem|DeleteItem|GetItem|PutItem|Query|UpdateItem) on \S+:table\/\S+DataTable\w+(\/index\/\w+)?$/,
    why: "The permission `table` is one for all: a new route of an area changes nothing in the stack (docs/architecture.md).",
  },
];
