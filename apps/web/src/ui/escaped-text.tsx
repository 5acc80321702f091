import { escapeInvisible } from "./escape-invisible.ts";

/** Text of others, with every invisible character shown as a marked escape. */
export function EscapedText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {escapeInvisible(text).map((piece, index) =>
        piece.escaped ? (
          <mark key={index} className="escape">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
