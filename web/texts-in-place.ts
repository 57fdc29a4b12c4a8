import type { Plugin } from "vite";
import { MESSAGES } from "#shared/messages.ts";

const texts = new Map<string, string>(Object.entries(MESSAGES));

/** Puts the catalogue's texts where they are shown, so that a first visit loads those of its page and not all of them. */
export const textsInPlace: Plugin = {
  name: "texts-in-place",
  enforce: "post",
  apply: "build",
  transform: {
    filter: { id: /\/(?:web\/src|shared)\/.+\.tsx?$/, code: /\bMESSAGES\./ },
    handler: (code) => ({
      code: code.replace(/\bMESSAGES\.(\w+)/g, (use, name: string) => {
        const text = texts.get(name);
        return text === undefined ? use : JSON.stringify(text);
      }),
      map: null,
    }),
  },
};
