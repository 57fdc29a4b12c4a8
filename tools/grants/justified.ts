import type { JustifiedGrant } from "./unused.ts";

/** Why each action is in the permission `table`, which all areas share so that a new route doesn't change the stack. */
const TABLE_GRANTS: readonly JustifiedGrant[] = [
  ["BatchGetItem", "", "Whoever shows a list reads what it names, and every area the caller's session, in one call."],
  ["ConditionCheckItem", "", "A transaction asks so for what it doesn't change: an account that is open, say."],
  ["DeleteItem", "", "Claims, links, slots and connections end by it, within transactions of many areas."],
  ["PutItem", "", "Throttles and answers for an Idempotency-Key are put by whichever area has the route."],
  ["Query", "", "What belongs to one item lies beside it: comments, payments, versions, known browsers."],
  ["UpdateItem", "", "Counters, such as of attempts, change by it in whichever area counts."],
  ["Query", "newest", "The list of all artwork; the function `pages` makes the sitemap from it."],
  [
    "Query",
    "ranked",
    "Lists with an order of their own are of several areas: favourites, galleries, reviews, payments.",
  ],
  ["Query", "byOwner", "Who closes an account, counts or follows an owner asks it beside the owner's own lists."],
  ["Query", "shownByOwner", "Sales and open payments of a seller are looked up by several areas."],
].map(([action = "", index = "", reason = ""]) => ({
  functionPattern: /./,
  grantPattern: new RegExp(`^dynamodb:${action} on \\S+:table/\\S+DataTable\\w+${index && `/index/${index}-v\\d+`}$`),
  reason,
}));

/** Grants that no test uses, with the reason to keep them. */
export const JUSTIFIED_GRANTS: readonly JustifiedGrant[] = [
  {
    functionPattern: /./,
    grantPattern: /^logs:(CreateLogStream|PutLogEvents) on \S+:log-group:\S+$/,
    reason: "Lambda writes logs with the function's role; the laptop keeps its own log.",
  },
  {
    functionPattern: /^(process-table-stream|push-notifications)$/,
    grantPattern: /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) on (\S+\/stream\/\S+|\*)$/,
    reason: "Lambda reads the stream with the function's role, and checks that it may when the mapping is made.",
  },
  {
    functionPattern:
      /^(answer-mail-requests|close-unauthenticated|delete-abandoned-users|export-personal-data|invalidate-edge|process-follow-pages)$/,
    grantPattern:
      /^sqs:(DeleteMessage|GetQueueAttributes|ReceiveMessage) on \S+(AbandonedUsers|DataExports|Deadlines|FollowPages|Invalidations|MailRequests)\w+$/,
    reason: "Lambda reads the queue with the function's role, and checks that it may when the mapping is made.",
  },
  {
    functionPattern: /^(process-table-stream|process-upload|push-notifications)$/,
    grantPattern: /^sqs:(GetQueueAttributes|GetQueueUrl|SendMessage) on \S+Undelivered(Records|Uploads)Queue\w+$/,
    reason: "Lambda leaves what failed there with the function's role; the CDK grants the look-ups along with it.",
  },
  {
    functionPattern: /^(close-unauthenticated|push-notifications)$/,
    grantPattern: /^execute-api:ManageConnections on \S+\/socket\/(POST|DELETE)\/@connections\/\*$/,
    reason: "The permission `sockets` covers both: who may send to a connection may end it.",
  },
  {
    functionPattern: /^process-upload$/,
    grantPattern: /^s3:DeleteObject on \S+(picturespreviews\w+\/media|picturesoriginals\w+\/licensed)\/\*$/,
    reason: "Only a run that loses to another removes the previews that it made.",
  },
  {
    functionPattern: /^(expire-intents|settle-orders)$/,
    grantPattern: /^secretsmanager:GetSecretValue on \S+:secret:\S+PaymentsStripe\w+-\w+$/,
    reason: "The keys are read once per process, and in a test another function has read them.",
  },
  {
    functionPattern: /^(pages|process-table-stream)$/,
    grantPattern: /^dynamodb:(BatchGetItem|GetItem) on \S+:table\/\S+SearchIndex\w+$/,
    reason: "The permission `index` is one for all who read the index; `search` needs all of it.",
  },
  {
    functionPattern: /^(fallback|support)$/,
    grantPattern: /^secretsmanager:GetSecretValue on \S+:secret:\S+OriginSecret\w+-\w+$/,
    reason: "Every function of the API checks that a call came through CloudFront; no browser test calls these two.",
  },
  {
    functionPattern: /^(favorites|follows|licenses)$/,
    grantPattern: /^dynamodb:PutItem on \S+:table\/\S+AuditLog\w+$/,
    reason: "Of favourites, follows and looked-up licences only refusals are recorded, which no test provokes there.",
  },
  {
    functionPattern: /^process-follow-pages$/,
    grantPattern: /^sqs:SendMessage on \S+FollowPages\w+$/,
    reason: "It queues the next page of followers, and no test of a running stack has more than one page.",
  },
  {
    functionPattern: /^process-table-stream$/,
    grantPattern: /^sqs:SendMessage on \S+AbandonedUsers\w+$/,
    reason: "A sign-up is abandoned after a day, which no running stack lives through.",
  },
  ...TABLE_GRANTS,
];
