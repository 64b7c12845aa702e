import { Failure, UNWRITABLE_FILE } from "../../data/requests/failure";
import type { Picture } from "./svg";

const PNG_SCALE = 2; // sharp on dense screens and in print
const PNG_SIDE_MAX = 16_384; // what browsers allow for a canvas

export const svgBlob = (picture: Picture): Blob => new Blob([picture.svg], { type: "image/svg+xml" });

// An SVG reaches the page as an image from a blob only, so nothing in it runs.
export async function pngBlob(picture: Picture, scale = PNG_SCALE): Promise<Blob> {
  const url = URL.createObjectURL(svgBlob(picture));
  try {
    const image = new Image(picture.width, picture.height);
    image.src = url;
    await image.decode();
    return await drawn(image, picture, scale);
  } catch {
    throw new Failure(UNWRITABLE_FILE, "The browser cannot turn the picture into a PNG. SVG works.", 0, "");
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function drawn(image: HTMLImageElement, { width, height }: Picture, wanted: number): Promise<Blob> {
  const scale = Math.min(wanted, PNG_SIDE_MAX / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no PNG")) : resolve(blob)), "image/png"),
  );
}

// A file's name from a title: letters that every system accepts.
export const fileName = (title: string, ending: string): string =>
  `${title.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 100) || "picture"}.${ending}`;
