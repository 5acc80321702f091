/** Kinds of files, by what a person calls them; the first four can be attached. */
export type ImageFormat =
  | "JPEG"
  | "PNG"
  | "WebP"
  | "GIF"
  | "HEIC"
  | "AVIF"
  | "SVG"
  | "TIFF"
  | "BMP"
  | "PDF";

const ACCEPTED: readonly ImageFormat[] = ["JPEG", "PNG", "WebP", "GIF"];

/** What the file picker offers. Without HEIC in it, phones hand over their photos as JPEG. */
export const ACCEPTED_MEDIA_TYPES = "image/jpeg,image/png,image/webp,image/gif";

/** Whether the server takes this kind. */
export function isAccepted(format: ImageFormat | null): boolean {
  return format !== null && ACCEPTED.includes(format);
}

const BY_MEDIA_TYPE = new Map<string, ImageFormat>([
  ["image/jpeg", "JPEG"],
  ["image/jpg", "JPEG"],
  ["image/pjpeg", "JPEG"],
  ["image/png", "PNG"],
  ["image/apng", "PNG"],
  ["image/webp", "WebP"],
  ["image/gif", "GIF"],
  ["image/heic", "HEIC"],
  ["image/heif", "HEIC"],
  ["image/avif", "AVIF"],
  ["image/svg+xml", "SVG"],
  ["image/tiff", "TIFF"],
  ["image/bmp", "BMP"],
  ["application/pdf", "PDF"],
]);

const BY_EXTENSION = new Map<string, ImageFormat>([
  ["jpg", "JPEG"],
  ["jpeg", "JPEG"],
  ["jfif", "JPEG"],
  ["png", "PNG"],
  ["apng", "PNG"],
  ["webp", "WebP"],
  ["gif", "GIF"],
  ["heic", "HEIC"],
  ["heif", "HEIC"],
  ["avif", "AVIF"],
  ["svg", "SVG"],
  ["svgz", "SVG"],
  ["tif", "TIFF"],
  ["tiff", "TIFF"],
  ["bmp", "BMP"],
  ["pdf", "PDF"],
]);

/** What a file says that it is: by type and by the end of its name; none where it says nothing that is known. */
export function declaredFormats(file: {
  readonly type: string;
  readonly name: string;
}): readonly ImageFormat[] {
  const mediaType = file.type.split(";")[0]?.trim().toLowerCase() ?? "";
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const formats = [BY_MEDIA_TYPE.get(mediaType), BY_EXTENSION.get(extension)];
  return formats.filter((format) => format !== undefined);
}
