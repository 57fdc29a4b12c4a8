import { describe, expect, test } from "vitest";
import { ArtworkChange, ArtworkForm, NewArtwork } from "#shared/model/artwork.ts";
import { fieldTable, getProblems, type Row, required, upTo } from "./get-problems.ts";

const ID = "0199a0de-0000-7000-8000-000000000001";
const WHOLE = "Value needs to be a positive integer";

const shown = { artworkTitle: "Dunes", artworkAvailability: "unavailable", artworkVisibility: "visible" };

const free = {
  ...shown,
  artworkAvailability: "available",
  artworkType: "free",
  artworkLicense: "personal",
};

const sold = { ...free, artworkType: "commercial", artworkPersonal: 10 };

const separate = { ...sold, artworkLicense: "commercial", artworkUse: "separate", artworkCommercial: 50 };

const buildChoice = (...words: string[]): readonly Row[] => [
  ...words.map((word) => [word, word] as const),
  ["missing", undefined, "Required value"],
  ["empty", "", "Required value"],
  ["anything else", "sometimes", "Invalid value"],
];

describe("every artwork", () => {
  fieldTable(ArtworkForm, shown, "artworkTitle", [...required, ...upTo(70)]);
  fieldTable(ArtworkForm, shown, "artworkDescription", [
    ["may be missing", undefined],
    ["may be empty", ""],
    ...upTo(300),
  ]);
  fieldTable(ArtworkForm, shown, "artworkAlt", [["may be missing", undefined], ["may be empty", ""], ...upTo(300)]);
  fieldTable(ArtworkForm, shown, "artworkTags", [
    ["may be missing", undefined],
    ["may be none", []],
    ["twelve", Array.from({ length: 12 }, (_, at) => `tag-${at}`)],
    ["thirteen", Array.from({ length: 13 }, (_, at) => `tag-${at}`), "An artwork can have up to 12 tags"],
    ["one with a sign", ["black & white"], "A tag can have up to 30 letters, digits, hyphens, apostrophes and periods"],
    ["no list", "forest", "Invalid value"],
    ["null", null, "Invalid value"],
  ]);
  fieldTable(ArtworkForm, shown, "artworkMedium", [
    ["may be missing", undefined],
    ["null", null],
    ["3d", "3d"],
    ["a label", "Pixel art", "Invalid value"],
    ["empty", "", "Invalid value"],
  ]);
  fieldTable(ArtworkForm, shown, "artworkSource", [
    ["may be missing", undefined],
    ["null", null],
    ["generated", "generated"],
    ["a label", "AI-generated", "Invalid value"],
    ["empty", "", "Invalid value"],
  ]);

  test("has its tags normalized", () => {
    const { artworkTags } = ArtworkForm.parse({ ...shown, artworkTags: ["# Pixel_Art", "pixel art"] });
    expect(artworkTags).toEqual(["pixel-art"]);
  });
  test("has tags that are strings", () => {
    expect(getProblems(ArtworkForm, { ...shown, artworkTags: ["forest", 7] })).toEqual({
      "artworkTags.1": "Value needs to be a string",
    });
  });

  fieldTable(ArtworkForm, shown, "artworkVisibility", buildChoice("visible", "invisible"));
  fieldTable(ArtworkForm, free, "artworkAvailability", buildChoice("available", "unavailable"));

  test("that is unavailable has no terms, even if the form has some", () => {
    expect(ArtworkForm.parse({ ...separate, artworkAvailability: "unavailable" })).toEqual({
      ...shown,
      artworkType: "unavailable",
      artworkLicense: "unavailable",
      artworkUse: "unavailable",
      artworkPersonal: 0,
      artworkCommercial: 0,
    });
  });
});

describe("an available artwork", () => {
  const needed = (words: string[]): readonly Row[] => [
    ...buildChoice(...words),
    ["unavailable, which it is not", "unavailable", "Invalid value"],
  ];
  fieldTable(ArtworkForm, free, "artworkType", [["free", "free"], ...needed([])]);
  fieldTable(ArtworkForm, sold, "artworkType", [["commercial", "commercial"]]);
  fieldTable(ArtworkForm, free, "artworkLicense", needed(["personal"]));
  fieldTable(ArtworkForm, separate, "artworkLicense", [["commercial", "commercial"]]);
  fieldTable(ArtworkForm, separate, "artworkUse", needed(["separate", "included"]));

  test("needs no use without a commercial licence", () => {
    expect(getProblems(ArtworkForm, { ...sold, artworkUse: undefined })).toEqual({});
  });
});

describe("prices", () => {
  const whole: readonly Row[] = [
    ["missing", undefined, "Required value"],
    ["a fraction", 10.5, WHOLE],
    ["0", 0, WHOLE],
    ["less than nothing", -10, WHOLE],
    ["a word", "10", WHOLE],
  ];

  fieldTable(ArtworkForm, sold, "artworkPersonal", [
    ...whole,
    ["$9 is too little", 9, "Invalid value"],
    ["$10 is accepted", 10],
    ["$1000 is accepted", 1000],
    ["$1001 is too much", 1001, "Invalid value"],
  ]);

  describe("of a separate commercial licence", () => {
    const at300 = { ...separate, artworkPersonal: 300 };
    fieldTable(ArtworkForm, at300, "artworkCommercial", [
      ...whole,
      ["less than the personal price", 299, "Invalid value"],
      ["the personal price", 300, "Invalid value"],
      ["a dollar more", 301],
      ["$1000", 1000],
      ["$1001 is too much", 1001, "Invalid value"],
    ]);
  });

  describe("of a separate commercial licence with a free personal one", () => {
    const { artworkPersonal: _none, ...rest } = { ...separate, artworkType: "free" };
    fieldTable(ArtworkForm, rest, "artworkCommercial", [
      ...whole,
      ["$9 is too little", 9, "Invalid value"],
      ["$10 is accepted", 10],
      ["$1000 is accepted", 1000],
      ["$1001 is too much", 1001, "Invalid value"],
    ]);
  });

  test("of a free artwork are zero", () => {
    expect(ArtworkForm.parse({ ...free, artworkPersonal: 99, artworkCommercial: 99 })).toMatchObject({
      artworkPersonal: 0,
      artworkCommercial: 0,
    });
  });

  test("of an included commercial licence equal the personal price", () => {
    const included = { ...sold, artworkLicense: "commercial", artworkUse: "included", artworkPersonal: 80 };
    expect(ArtworkForm.parse({ ...included, artworkCommercial: 999 })).toMatchObject({
      artworkPersonal: 80,
      artworkCommercial: 80,
    });
  });
});

describe("publishing", () => {
  fieldTable(NewArtwork, shown, "mediaId", [
    ["an upload's id", ID],
    ["missing", undefined, "Artwork needs to have a file"],
    ["no UUID", "42", "Invalid UUID"],
  ]);
  test("follows the rules of the form", () => {
    expect(getProblems(NewArtwork, { ...sold, mediaId: ID, artworkPersonal: 9 })).toEqual({
      artworkPersonal: "Invalid value",
    });
  });
});

describe("changing", () => {
  const change = { artworkVisibility: "invisible" };
  fieldTable(ArtworkChange, change, "artworkVisibility", [
    ["missing", undefined],
    ["visible", "visible"],
  ]);
  fieldTable(ArtworkChange, change, "artworkTitle", [
    ["missing", undefined],
    ["empty", "", "Required value"],
    ...upTo(70),
  ]);
  fieldTable(ArtworkChange, change, "expectedVersion", [
    ["missing", undefined],
    ["a version", ID],
    ["no UUID", "3", "Invalid UUID"],
  ]);
});
