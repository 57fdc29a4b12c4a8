import { act, fireEvent, screen } from "@testing-library/react";
import { rgbaToThumbHash } from "thumbhash";
import { expect, test } from "vitest";
import { Picture, type PictureFacts } from "#web/ui/picture/picture.tsx";
import { aCard } from "../artwork/given.ts";
import { renderAt } from "../support/render-at.tsx";

const { previews, placeholder } = aCard(1);
const buildPicture = (facts: Partial<PictureFacts>) => ({
  previews,
  placeholder,
  width: 4,
  height: 3,
  mature: false,
  ...facts,
});
const image = () => screen.getByRole<HTMLImageElement>("img", { name: "A bridge" });

test.each([null, 0])("a picture without previews isn't drawn as a broken image, first from %s", (firstFrom) => {
  renderAt("/", <Picture picture={buildPicture({ previews: [] })} alt="A bridge" sizes="1px" firstFrom={firstFrom} />);
  expect(image().dataset.loadState).toBe("loading");
});

test("a picture below the fold fades in once it is loaded", async () => {
  renderAt("/", <Picture picture={buildPicture({})} alt="A bridge" sizes="1px" />);
  await act(async () => {});
  expect(image().dataset.loadState).toBe("loading");
  fireEvent.load(image());
  expect(image().dataset.loadState).toBe("loaded");
});

test.each([null, 0])("a picture whose file is missing isn't drawn as a broken image, first from %s", (firstFrom) => {
  renderAt("/", <Picture picture={buildPicture({})} alt="A bridge" sizes="1px" firstFrom={firstFrom} />);
  fireEvent.error(image());
  expect(image().dataset.loadState).toBe("failed");
  fireEvent.load(image());
  expect(image().dataset.loadState).toBe("loaded");
});

test("a transparent picture shows its placeholder until it is loaded, and the page behind it afterwards", async () => {
  const pixels = Uint8Array.from(Array.from({ length: 16 }, () => [200, 100, 40, 90]).flat());
  const clear = btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, pixels)));
  renderAt("/", <Picture picture={buildPicture({ placeholder: clear })} alt="A bridge" sizes="1px" />);
  await act(async () => {});
  const frame = image().closest("div");
  expect(frame?.style.backgroundColor).toContain("rgb");
  fireEvent.load(image());
  expect([frame?.style.backgroundColor, frame?.style.backgroundImage]).toEqual(["transparent", ""]);
});
