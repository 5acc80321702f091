import type { ComponentProps } from "react";
import type { LucideIcon } from "lucide-react";

/**
 * A button that shows only an icon: `label` is its name, and its tooltip for those who see it. `keys` are told
 * in the tooltip and to assistive technology, and are added with `useShortcut` elsewhere. Where there is room
 * for words, as in a sheet of controls, the style sheet shows the name beside the icon.
 */
export function IconButton({
  icon: Icon,
  label,
  keys,
  ...rest
}: Omit<ComponentProps<"button">, "children" | "className"> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys?: string;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-keyshortcuts={keys}
      data-tip={keys === undefined ? label : `${label}  ${keys}`}
      {...rest}
    >
      <Icon aria-hidden />
      <span className="icon-label">{label}</span>
    </button>
  );
}
