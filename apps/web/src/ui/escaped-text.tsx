import { escapeInvisible } from "./escape-invisible.ts";

/**
 * Text of others, with every invisible character shown as a marked escape, and words of several alphabets marked.
 * It runs in its own direction, or in the one that is given.
 */
export function EscapedText(props: {
  readonly text: string;
  readonly dir?: "ltr";
}) {
  return (
    <bdi dir={props.dir}>
      {escapeInvisible(props.text).map((piece, index) => {
        if (piece.escaped) {
          return (
            <mark key={index} className="escape">
              {piece.text}
            </mark>
          );
        }
        return piece.mixed === true ? (
          <mark key={index} className="mixed-script">
            {piece.text}
          </mark>
        ) : (
          piece.text
        );
      })}
    </bdi>
  );
}
