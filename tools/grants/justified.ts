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
].map(([action = "", index = "", why = ""]) => ({
  who: /./,
  what: new RegExp(`^dynamodb:${action} on \\S+:table/\\S+DataTable\\w+${index && `/index/${index}-v\\d+`}$`),
  why,
}));

/** Grants that no test uses, with the reason to keep them. */
export const JUSTIFIED_GRANTS: readonly JustifiedGrant[] = [
  {
    who: /./,
    what: /^logs:(CreateLogStream|PutLogEvents) on \S+:log-group:\S+$/,
    why: "Lambda writes logs with the function's role; the laptop keeps its own log.",
  },
  {
    who: /^(process-table-stream|push-notifications)$/,
    what: /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) on (\S+\/stream\/\S+|\*)$/,
    why: "Lambda reads the stream with the function's role, and checks that it may when the mapping is made.",
  },
  {
    who: /^(answer-mail-requests|close-unauthenticated|delete-abandoned-users|export-personal-data|invalidate-edge|process-follow-pages)$/,
    what: /^sqs:(DeleteMessage|GetQueueAttributes|ReceiveMessage) on \S+(AbandonedUsers|DataExports|Deadlines|FollowPages|Invalidations|MailRequests)\w+$/,
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
    what: /^s3:DeleteObject on \S+(picturespreviews\w+\/media|picturesoriginals\w+\/licensed)\/\*$/,
    why: "Only a run that loses to another removes the previews that it made.",
  },
  {
    who: /^(expire-intents|settle-orders)$/,
    what: /^secretsmanager:GetSecretValue on \S+:secret:\S+PaymentsStripe\w+-\w+$/,
    why: "The keys are read once per process, and in a test another function has read them.",
  },
  {
    who: /^(pages|process-table-stream)$/,
    what: /^dynamodb:(BatchGetItem|GetItem) on \S+:table\/\S+SearchIndex\w+$/,
    why: "The permission `index` is one for all who read the index; `search` needs all of it.",
  },
  {
    who: /^(fallback|support)$/,
    what: /^secretsmanager:GetSecretValue on \S+:secret:\S+OriginSecret\w+-\w+$/,
    why: "Every function of the API checks that a call came through CloudFront; no browser test calls these two.",
  },
  {
    who: /^(favorites|follows|licenses)$/,
    what: /^dynamodb:PutItem on \S+:table\/\S+AuditLog\w+$/,
    why: "Of favourites, follows and looked-up licences only refusals are recorded, which no test provokes there.",
  },
  {
    who: /^process-follow-pages$/,
    what: /^sqs:SendMessage on \S+FollowPages\w+$/,
    why: "It queues the next page of followers, and no test of a running stack has more than one page.",
  },
  {
    who: /^process-table-stream$/,
    what: /^sqs:SendMessage on \S+AbandonedUsers\w+$/,
    why: "A sign-up is abandoned after a day, which no running stack lives through.",
  },
  ...TABLE_GRANTS,
];
