import { nativeImage } from "@vedette/image";

const WIDTH = 640;
const QUALITY = 70;

/** A screen's picture as people see it in a list: small enough to be sent every half minute. */
export function thumbnailOf(png: Buffer): Buffer | undefined {
  const image = nativeImage.createFromBuffer(png);
  return image.isEmpty() ? undefined : image.resize({ width: WIDTH, quality: "good" }).toJPEG(QUALITY);
}
