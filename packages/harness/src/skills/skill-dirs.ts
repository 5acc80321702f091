/**
 * Splits a list of folders as `PATH` is split. Blank entries are dropped, the order is kept.
 * `delimiter` is `:` or, on Windows, `;`.
 */
export function splitSkillDirs(
  value: string | undefined,
  delimiter: string,
): readonly string[] {
  return (value ?? "")
    .split(delimiter)
    .map((folder) => folder.trim())
    .filter((folder) => folder !== "");
}
