/** Returns the number up to 99, then `99+`; undefined for zero or less. */
export function formatBadgeCount(count: number): string | undefined {
  if (!Number.isFinite(count) || count < 1) return undefined
  return count > 99 ? '99+' : String(Math.floor(count))
}
