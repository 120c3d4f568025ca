/** Converts bytes to megabytes, rounded to a tenth and at least 0.1. */
export function toMegabytes(bytes: number): number {
  return Math.max(0.1, Math.round(bytes / 104_857.6) / 10)
}
