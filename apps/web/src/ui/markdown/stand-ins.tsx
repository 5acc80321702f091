/** What stands for things of an answer that are not shown as themselves. */
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { useThreadTexts } from "../use-thread-texts.ts";

const TARGET_CHARACTERS = 160;

/** An image is never fetched: its address could carry away what was said. It is named, with where it would come from. */
export function ImagePlace(props: {
  readonly target: string;
  readonly alt: string;
}) {
  const { t } = useTexts();
  const tt = useThreadTexts();
  const { target, alt } = props;
  const address =
    target.length > TARGET_CHARACTERS
      ? `${target.slice(0, TARGET_CHARACTERS)}…`
      : target;
  return (
    <span className="image-place">
      <EscapedText
        text={t("chat.imageNotLoaded", {
          target: alt === "" ? tt("thread.noAlt") : alt,
        })}
      />{" "}
      <code dir="ltr">
        <EscapedText text={address} />
      </code>
    </span>
  );
}

/** The box of a task in a list: shown, not for use. */
export function TaskBox({ isChecked }: { readonly isChecked: boolean }) {
  const { t } = useTexts();
  return (
    <input
      type="checkbox"
      className="task-box"
      checked={isChecked}
      disabled
      readOnly
      aria-label={t("chat.task")}
    />
  );
}
