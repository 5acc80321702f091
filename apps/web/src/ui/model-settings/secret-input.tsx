import type { FieldBinding } from "./field-frame.tsx";

/**
 * The input of a secret. It has no `value` from React and no name, so nothing keeps, submits or restores what is typed;
 * while it is readable it is an ordinary input, which only `off` keeps out of the browser's form history.
 */
export function SecretInput(
  props: Partial<FieldBinding> & {
    readonly secret: string;
    readonly isShown?: boolean;
    readonly label?: string;
    readonly placeholder?: string;
    readonly maxLength: number;
    readonly onTyped: () => void;
  },
) {
  const {
    secret,
    isShown = false,
    label,
    maxLength,
    onTyped,
    ...binding
  } = props;
  return (
    <input
      {...binding}
      type={isShown ? "text" : "password"}
      autoComplete={isShown ? "off" : "new-password"}
      aria-label={label}
      data-secret={secret}
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={maxLength}
      onInput={onTyped}
    />
  );
}
