import type { ReactNode } from "react";
import type { Tokens } from "marked";
import { useTexts } from "../text-context.tsx";
import { drawInline } from "./inline.tsx";

/** A table inside other prose, whole. */
export function MarkdownTable({ table }: { readonly table: Tokens.Table }) {
  return (
    <TableFrame>
      <TableHead table={table} />
      <tbody>
        <TableRows table={table} />
      </tbody>
    </TableFrame>
  );
}

/** Scrolls by itself, so that the page does not. */
export function TableFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div
      className="table-scroll"
      tabIndex={0}
      role="group"
      aria-label={t("chat.tableLabel")}
    >
      <table dir="auto">{children}</table>
    </div>
  );
}

/** The columns' names. */
export function TableHead({ table }: { readonly table: Tokens.Table }) {
  return (
    <thead>
      <tr>
        {table.header.map((cell, index) => (
          <th key={index} scope="col" data-align={alignOf(table, index)}>
            {drawInline(cell.tokens, 1)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The rows, without the element around them. */
export function TableRows({ table }: { readonly table: Tokens.Table }) {
  return table.rows.map((row, line) => (
    <tr key={line}>
      {row.map((cell, index) => (
        <td key={index} data-align={alignOf(table, index)}>
          {drawInline(cell.tokens, 1)}
        </td>
      ))}
    </tr>
  ));
}

function alignOf(table: Tokens.Table, index: number): string | undefined {
  const align = table.align[index];
  return align === "right" ? "end" : (align ?? undefined);
}
