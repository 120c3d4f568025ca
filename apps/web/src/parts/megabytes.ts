/** Bytes as megabytes to a tenth, and never nothing. */
export function megabytes(bytes: number): number {
  return Math.max(0.1, Math.round(bytes / 104_857.6) / 10)
}
