/** Tables without colours, which a pipe and a file show as a terminal does. */
import Table from "cli-table3";

/** A table as text, without a line feed at its end. */
export function plainTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push([...row]);
  return table.toString();
}
