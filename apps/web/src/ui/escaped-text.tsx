import { escapeInvisible } from "./escape-invisible.ts";

/** Text of others, with every invisible character shown as a marked escape, and words of several alphabets marked. */
export function EscapedText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {escapeInvisible(text).map((piece, index) => {
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
