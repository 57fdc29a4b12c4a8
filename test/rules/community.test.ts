import { describe, expect, test } from "vitest";
import { search } from "#shared/contract/search.ts";
import { CommentForm, ReportForm, ReviewForm, TicketForm } from "#shared/model/community.ts";
import { fieldTable, required, upTo } from "./get-problems.ts";

describe("comments", () => {
  fieldTable(CommentForm, {}, "commentContent", [...required, ...upTo(300)]);
});

describe("reviews", () => {
  fieldTable(ReviewForm, {}, "reviewRating", [
    ["missing", undefined, "Required value"],
    ["0", 0, "Value needs to be a positive integer"],
    ["1", 1],
    ["5", 5],
    ["6", 6, "Invalid value"],
    ["half a star", 4.5, "Value needs to be a positive integer"],
    ["a word", "5", "Value needs to be a positive integer"],
  ]);
});

describe("search", () => {
  fieldTable(search.query, { q: "dunes" }, "q", [...required, ...upTo(100)]);
  fieldTable(search.query, { q: "dunes" }, "t", [
    ["artwork", "artwork"],
    ["users", "users"],
    ["anything else", "orders", "Invalid value"],
  ]);

  test("searches artwork by default", () => {
    const asked = { q: "dunes", t: "artwork", sort: "relevance", limit: 10 };
    expect(search.query.parse({ q: "dunes" })).toEqual(asked);
  });
});

describe("tickets", () => {
  const valid = { ticketTitle: "Help", ticketBody: "I can't find my order." };
  fieldTable(TicketForm, valid, "ticketTitle", [...required, ...upTo(100)]);
  fieldTable(TicketForm, valid, "ticketBody", [...required, ...upTo(1000)]);
});

describe("reports", () => {
  const valid = { link: "/artwork/1", reason: "This is mine.", email: "ada@example.com" };
  fieldTable(ReportForm, valid, "link", [...required, ...upTo(2000, "Invalid value")]);
  fieldTable(ReportForm, valid, "reason", [...required, ...upTo(1000)]);
  fieldTable(ReportForm, valid, "email", [...required, ["no address", "ada", "Invalid email"]]);
});
