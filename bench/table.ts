/** Rows as aligned text; numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = rows.map((row) => row.map(text))
  const widths = header.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], source?: readonly unknown[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return typeof source?.[column] === 'string' || column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return [line(header), ...cells.map((row, index) => line(row, rows[index]))].join('\n')
}

const text = (value: string | number | null): string =>
  value === null ? '-' : typeof value === 'string' ? value : number(value)

const number = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0)
