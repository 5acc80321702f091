import type { ComponentProps } from "react";
import type { LucideIcon } from "lucide-react";

/**
 * A button that shows only an icon: `label` is its name, and its tooltip for those who see it. `keys` are told
 * in the tooltip and to assistive technology, and are added with `useShortcut` elsewhere.
 */
export function IconButton({
  icon: Icon,
  label,
  keys,
  className = "",
  ...rest
}: ComponentProps<"button"> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys?: string;
}) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      aria-keyshortcuts={keys}
      data-tip={keys === undefined ? label : `${label}  ${keys}`}
      {...rest}
    >
      <Icon aria-hidden />
    </button>
  );
}
