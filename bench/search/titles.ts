import { readFileSync } from "node:fs";

/** Texts of an artwork for measuring search quality. */
interface TitledWork {
  readonly title: string;
  /** Separated by spaces. */
  readonly tags: string;
  readonly description: string;
  readonly artist: string;
}

const readWorks = (file: string): TitledWork[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [title = "", tags = "", description = "", artist = ""] = line.split("\t");
      return { title, tags, description, artist };
    });

/** 120 works as people title and describe them, one a line of `titles.tsv`. */
export const TITLED_WORKS: readonly TitledWork[] = readWorks("titles.tsv");

/** 60 works like those that buyers of stock pictures search for, one a line of `stock.tsv`. */
export const STOCK_WORKS: readonly TitledWork[] = readWorks("stock.tsv");
