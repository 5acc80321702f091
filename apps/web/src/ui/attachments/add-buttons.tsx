import { useRef } from "react";
import { Camera, ImagePlus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { ACCEPTED_MEDIA_TYPES } from "../../client/attachments/image-format.ts";
import type { TextKey } from "../../texts/en.ts";
import { IconButton } from "../icon-button.tsx";
import { useTexts } from "../text-context.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useMedia } from "./use-media.ts";

const PHONE = "(pointer: coarse), (max-width: 520px)";

/** Picks images from the disk, and on phones from the camera. */
export function AddButtons() {
  const isPhone = useMedia(PHONE);
  return (
    <>
      <AddButton text="composer.attach" icon={ImagePlus} />
      {isPhone && <AddButton text="composer.camera" icon={Camera} isCamera />}
    </>
  );
}

function AddButton(props: {
  readonly text: TextKey;
  readonly icon: LucideIcon;
  readonly isCamera?: boolean;
}) {
  const { t } = useTexts();
  const attachments = useAttachments();
  const picker = useRef<HTMLInputElement>(null);
  const { text, icon, isCamera = false } = props;
  return (
    <>
      <IconButton
        icon={icon}
        label={t(text)}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPTED_MEDIA_TYPES}
        multiple={!isCamera}
        capture={isCamera ? "environment" : undefined}
        onChange={({ currentTarget }) => {
          void attachments.add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
