import { describe, expect, test } from "vitest";
import { cleanTitle, getTitleFromFileName } from "#shared/rules/title-from-file.ts";

describe("a title from a file's name", () => {
  test.each([
    ["three_moons_final.jpg", "Three moons"],
    ["three-moons-final-v2.png", "Three moons"],
    ["threeMoonsFinal.JPEG", "Three moons"],
    ["threeMoons_final.jpg", "Three moons"],
    ["A McDonald farm.jpg", "A McDonald farm"],
    ["ThreeMoons.jpg", "Three moons"],
    ["THREE_MOONS_FINAL.PNG", "Three moons"],
    ["Three Moons.jpg", "Three Moons"],
    ["three moons (1).jpg", "Three moons"],
    ["three moons - Copy.jpg", "Three moons"],
    ["Copy of three moons.jpg", "Three moons"],
    ["three_moons_3000x2000.jpg", "Three moons"],
    ["three.moons.export.300dpi.srgb.png", "Three moons"],
    ["three_moons@2x.png", "Three moons@2x"],
    ["three_moons_final_FINAL_v3_edit2.psd.png", "Three moons"],
    ["2024-05-01_three_moons.jpg", "Three moons"],
    ["20240501 three moons.jpg", "Three moons"],
    ["01_three_moons.jpg", "Three moons"],
    ["12 angry herons.jpg", "12 angry herons"],
    ["moons3.jpg", "Moons"],
    ["IMG_2041_sunset_over_lake.jpg", "Sunset over lake"],
    ["self-portrait with cat.jpg", "Self-portrait with cat"],
    ["Three%20moons.jpg", "Three moons"],
    ["été_à_la_mer.jpg", "Été à la mer"],
    ["e\u0301te\u0301.jpg", "Été"],
    ["月の夜_完成版.png", "月の夜 完成版"],
    ["月.png", "月"],
    ["the_last_supper.jpg", "The last supper"],
    ["\u202egpj.three_moons.jpg", "Gpj.three moons"],
    [`${"long ".repeat(40)}.jpg`, `Long ${"long ".repeat(13)}`.slice(0, 70).trim()],
  ])("%s is %s", (name, title) => {
    expect(getTitleFromFileName(name)).toBe(title);
  });

  test.each([
    "DSC_0123.JPG",
    "_DSC0123.jpg",
    "DSCF4411.jpg",
    "IMG_2041.jpg",
    "IMG_2041 (2).jpg",
    "IMG_20240501_123456~2.jpg",
    "IMG-20240501-WA0003.jpg",
    "_MG_1234-edit.jpg",
    "P1010001.JPG",
    "PXL_20230501_123456789.jpg",
    "L1000123.jpg",
    "100_1234.jpg",
    "BR5A1234.jpg",
    "20230501_123456.jpg",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301.png",
    "9b2c4e6f8a1d3c5e7f90.jpg",
    "a8f3kd92lq0z.jpg",
    "123456789_1234567_n.jpg",
    "Untitled-1.png",
    "Untitled_Artwork 3.png",
    "Screenshot 2024-05-01 at 10.22.33.png",
    "WhatsApp Image 2024-05-01 at 10.22.33.jpeg",
    "final.jpg",
    "image.png",
    "download (3).jpg",
    "無題.png",
    "ComfyUI_00012_.png",
    "....jpg",
    "",
  ])("%s says nothing", (name) => {
    expect(getTitleFromFileName(name)).toBe("");
  });

  test.each([
    ["Three moons", "Three moons"],
    ["Self-portrait", "Self-portrait"],
    ["Untitled", ""],
    ["IMG_2041", ""],
    ["three_moons_final", "Three moons"],
    ["Apollo 11", "Apollo 11"],
    ["A title\nin two lines", "A title in two lines"],
  ])("in metadata, %j is %j", (named, title) => {
    expect(cleanTitle(named)).toBe(title);
  });

  test("takes linear time", () => {
    const started = performance.now();
    for (const part of ["a_", "A", "1", "aB", "(", "_-", "a1", "final_", "untitled 1 ", "%41"]) {
      getTitleFromFileName(`${part.repeat(50_000)}.jpg`);
      cleanTitle(part.repeat(50_000));
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
