/** Kinds of file that can be told apart: the four that are taken, and those that are refused by name. */

/** What a picture may be when it comes in. */
export const ACCEPTED_FORMATS = ["jpeg", "png", "webp", "gif"] as const;
export type AcceptedFormat = (typeof ACCEPTED_FORMATS)[number];

export interface FileKind {
  /** Stable and short: for the details of a refusal. */
  readonly id: string;
  /** In a sentence: "… can't be read". */
  readonly label: string;
  readonly isImage: boolean;
  /** What to send instead. */
  readonly advice: string;
}

const SAVE_AS = "Save it as JPEG or PNG and send that.";
const PHOTO =
  "Send it as JPEG: on an iPhone, choose Settings > Camera > Formats > Most Compatible, or export the picture as JPEG.";
const EXPORT = "Export it as PNG and send that.";
const PAGES =
  "Documents can't be attached yet: send a picture of the page as JPEG or PNG, or paste its text.";
const ONLY = "Only JPEG, PNG, WebP and GIF images can be attached.";

const image = (id: string, label: string, advice = SAVE_AS): FileKind => ({
  id,
  label,
  isImage: true,
  advice,
});
const other = (id: string, label: string, advice = ONLY): FileKind => ({
  id,
  label,
  isImage: false,
  advice,
});

/** By id. Those of `ACCEPTED_FORMATS` are here too, so that a refusal can name them. */
export const FILE_KINDS = {
  jpeg: image("jpeg", "a JPEG image"),
  png: image("png", "a PNG image"),
  webp: image("webp", "a WebP image"),
  gif: image("gif", "a GIF image"),
  svg: image("svg", "an SVG drawing", EXPORT),
  tiff: image("tiff", "a TIFF image"),
  heic: image("heic", "a HEIC image", PHOTO),
  avif: image("avif", "an AVIF image"),
  bmp: image("bmp", "a BMP image"),
  psd: image("psd", "a Photoshop file"),
  hdr: image("hdr", "a Radiance HDR image"),
  exr: image("exr", "an OpenEXR image"),
  jxl: image("jxl", "a JPEG XL image"),
  jp2: image("jp2", "a JPEG 2000 image"),
  ico: image("ico", "an icon file"),
  eps: image("eps", "a PostScript file", EXPORT),
  emf: image("emf", "a Windows metafile", EXPORT),
  mvg: image("mvg", "an ImageMagick script", EXPORT),
  vips: image("vips", "a VIPS image"),
  pnm: image("pnm", "a PNM image"),
  qoi: image("qoi", "a QOI image"),
  mng: image("mng", "an MNG animation"),
  dds: image("dds", "a DDS texture"),
  fits: image("fits", "a FITS image"),
  djvu: image("djvu", "a DjVu file", PAGES),
  raw: image("raw", "a camera's raw picture"),
  image: image("image", "an image of another kind"),
  pdf: other("pdf", "a PDF document", PAGES),
  office: other("office", "an Office document", PAGES),
  zip: other("zip", "a ZIP archive"),
  gzip: other("gzip", "a compressed file"),
  html: other("html", "a web page"),
  xml: other("xml", "an XML file"),
  video: other("video", "a video", "Send a picture of it as JPEG or PNG."),
  audio: other("audio", "a sound file"),
  program: other("program", "a program"),
  /** Said to be no image, and not recognised. */
  unlisted: other("unlisted", "a file of another kind"),
  unknown: other("unknown", "a file of another kind"),
} as const satisfies Record<string, FileKind>;

export type FileKindId = keyof typeof FILE_KINDS;

/** Whether a picture of this kind is taken. */
export function isAccepted(kind: FileKindId): kind is AcceptedFormat {
  return ACCEPTED_FORMATS.some((format) => format === kind);
}

/** Subtypes of `image/` that name a format, with the spellings that are met. */
const SUBTYPES: Readonly<Record<string, FileKindId>> = {
  ...{ jpeg: "jpeg", jpg: "jpeg", pjpeg: "jpeg", jpe: "jpeg", jfif: "jpeg" },
  ...{ png: "png", "x-png": "png", apng: "png", "vnd.mozilla.apng": "png" },
  ...{ webp: "webp", gif: "gif", "svg+xml": "svg", svg: "svg" },
  ...{ tiff: "tiff", tif: "tiff", "x-tiff": "tiff", avif: "avif" },
  ...{ heic: "heic", heif: "heic", "avif-sequence": "avif" },
  ...{ "heic-sequence": "heic", "heif-sequence": "heic", "x-heic": "heic" },
  ...{ bmp: "bmp", "x-bmp": "bmp", "x-ms-bmp": "bmp", jxl: "jxl" },
  ...{ "vnd.adobe.photoshop": "psd", psd: "psd", "x-psd": "psd" },
  ...{ "vnd.radiance": "hdr", "x-hdr": "hdr", "x-exr": "exr", aces: "exr" },
  ...{ jp2: "jp2", jpx: "jp2", jpm: "jp2", "x-icon": "ico", jph: "jp2" },
  ...{ "vnd.microsoft.icon": "ico", "x-eps": "eps", emf: "emf", wmf: "emf" },
  ...{ "x-emf": "emf", "x-wmf": "emf", "x-portable-pixmap": "pnm" },
  ...{ "x-portable-anymap": "pnm", "x-portable-bitmap": "pnm", qoi: "qoi" },
  ...{ "x-portable-graymap": "pnm", "vnd.djvu": "djvu", fits: "fits" },
  ...{ "x-mng": "mng", "vnd.ms-dds": "dds", "x-adobe-dng": "raw" },
  ...{ "x-canon-cr2": "raw", "x-canon-cr3": "raw", "x-nikon-nef": "raw" },
  ...{ "x-sony-arw": "raw", "x-dcraw": "raw" },
};

/** Endings of names that name an image format; any other ending says nothing. */
const EXTENSIONS: Readonly<Record<string, FileKindId>> = {
  ...{ jpg: "jpeg", jpeg: "jpeg", jpe: "jpeg", jfif: "jpeg", pjpeg: "jpeg" },
  ...{ png: "png", apng: "png", webp: "webp", gif: "gif", avif: "avif" },
  ...{ svg: "svg", svgz: "svg", tif: "tiff", tiff: "tiff", heic: "heic" },
  ...{ heif: "heic", hif: "heic", bmp: "bmp", dib: "bmp", psd: "psd" },
  ...{ psb: "psd", hdr: "hdr", exr: "exr", jxl: "jxl", jp2: "jp2" },
  ...{ j2k: "jp2", jpf: "jp2", jpx: "jp2", ico: "ico", cur: "ico" },
  ...{ eps: "eps", emf: "emf", wmf: "emf", mvg: "mvg", pbm: "pnm" },
  ...{ pgm: "pnm", ppm: "pnm", pnm: "pnm", qoi: "qoi", mng: "mng" },
  ...{ dds: "dds", dng: "raw", cr2: "raw", cr3: "raw", nef: "raw" },
  ...{ arw: "raw", orf: "raw", rw2: "raw", raf: "raw", djvu: "djvu" },
};

/** Types with which browsers and scripts say that they do not know. */
const GENERIC =
  /^(?:application\/(?:octet-stream|x-binary|binary|unknown|x-download|force-download)|binary\/octet-stream|image\/\*|\*\/\*|unknown\/unknown)$/;

/** What a declared media type says: a kind of image, something that is no image, or nothing. */
export type TypeClaim = FileKindId | "no_image" | undefined;

/** Reads a declared media type; parameters and letter case make no difference. */
export function claimOfType(mediaType: string | undefined): TypeClaim {
  const type = (mediaType?.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (type === "" || GENERIC.test(type)) return undefined;
  if (type === "application/postscript") return "eps";
  if (!type.startsWith("image/")) return "no_image";
  const subtype = type.slice("image/".length);
  return Object.hasOwn(SUBTYPES, subtype)
    ? (SUBTYPES[subtype] ?? "image")
    : "image";
}

/** The image format that a name's ending names; undefined for every other ending. */
export function claimOfExtension(
  extension: string | undefined,
): FileKindId | undefined {
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension)
    ? EXTENSIONS[extension]
    : undefined;
}
