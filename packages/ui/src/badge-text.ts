/** What a badge shows: nothing for none, the number up to 99, then `99+`. */
export function badgeText(count: number): string | undefined {
  if (!Number.isFinite(count) || count < 1) return undefined
  return count > 99 ? '99+' : String(Math.floor(count))
}
