import { Entity } from "dynamodb-toolbox/entity";
import { item, list, number, string } from "dynamodb-toolbox/schema";
import { CASE_KINDS, type CaseKind, type CaseStatus } from "#shared/model/case.ts";
import { constantSortKey, partitionKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A case in the operators' queue. Its id comes from the event that made it, so that a retry makes no second one: the number of
 * the notice or ticket, the upload of the near copy.
 */
export const CaseEntity = new Entity({
  name: "case",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    caseId: partitionKey("CASE"),
    sk: constantSortKey("CASE"),
    kind: string().enum(...CASE_KINDS),
    status: string().enum("open", "closed"),
    /** ISO 8601. */
    created: string(),
    dueAt: string(),
    /** The subject: an artwork, a conversation, an announcement, an order, the account of a failed payout, the reported address. */
    artworkId: uuid().optional(),
    orderId: uuid().optional(),
    sellerId: uuid().optional(),
    threadId: uuid().optional(),
    /** The account whose conversation or announcement is reported. */
    reportedId: uuid().optional(),
    announcementId: uuid().optional(),
    href: string().optional(),
    /** Artwork that it looks like. */
    copies: list(string()).optional(),
    /** The account that wrote the notice or ticket; title and text are theirs, or the bank's. */
    authorId: uuid().optional(),
    title: string().optional(),
    text: string().optional(),
    /** The operator who works on it, and until when (ISO 8601). */
    takenBy: uuid().optional(),
    takenUntil: string().optional(),
    /** The decision, without an operator if it ended by itself; `answer` was mailed to the ticket's author, `takedownId` is the takedown that it made. */
    closedBy: uuid().optional(),
    closedAt: string().optional(),
    outcome: string().optional(),
    reason: string().optional(),
    rule: string().optional(),
    answer: string().optional(),
    takedownId: string().optional(),
    /** Its list in the index `ranked`, and its place there. */
    list: string().savedAs("rankedPk"),
    place: string().savedAs("rankedSk"),
    /** The partitions of the author, and of the artwork, order or reported account, in the indexes of owners. */
    ofAuthor: string().optional().savedAs("byOwnerPk"),
    ofSubject: string().optional().savedAs("shownByOwnerPk"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** A list for each kind, so that a page for operators of one permission reads no cases of another. */
export const buildCaseList = (status: CaseStatus, kind: CaseKind) => `CASES#${status}#${kind}`;

/** Open cases are sorted by the day they are due, closed ones by their closing. */
export const buildCasePlace = (time: string, caseId: string) => `${time}#${caseId}`;

export const buildAuthorPartition = (authorId: string) => `CASES_BY#${authorId}`;

/** The partition of the cases about an artwork, order or account. */
export const buildSubjectPartition = (subjectId: string) => `CASES_ABOUT#${subjectId}`;
