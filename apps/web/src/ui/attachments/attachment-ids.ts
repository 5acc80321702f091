/** The element that says how uploads stand. */
export const ATTACHMENT_STATE_ID = "attachment-state";
/** The element that says that the model reads no images. */
export const LACKS_IMAGES_ID = "lacks-images";
