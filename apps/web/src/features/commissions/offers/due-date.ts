/** Returns the local calendar day of a timestamp as a date input value: 2026-12-03. */
export function toDateInputValue(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Returns the last minute of a local calendar day in milliseconds; undefined for invalid text. */
export function endOfDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number)
  const at = new Date(year, month - 1, date, 23, 59)
  return at.getDate() === date ? at.getTime() : undefined
}
