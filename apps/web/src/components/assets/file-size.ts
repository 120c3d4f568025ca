import { useFormat } from '../../lib/i18n/format.ts'

const bytesPerMegabyte = 1_048_576
const bytesPerKilobyte = 1_024

/** Converts bytes to megabytes, rounded to a tenth and at least 0.1. */
export function toMegabytes(bytes: number): number {
  return Math.max(0.1, Math.round((bytes * 10) / bytesPerMegabyte) / 10)
}

/** Returns a function that writes the size of a file: 3.8 MB, or 8 kB for one of less than a tenth of a megabyte. */
export function useFileSizeText(): (bytes: number) => string {
  const { locale } = useFormat()
  return (bytes) => {
    const isSmall = bytes < bytesPerMegabyte / 10
    const value = isSmall ? Math.max(1, Math.round(bytes / bytesPerKilobyte)) : toMegabytes(bytes)
    return new Intl.NumberFormat(locale, { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte' }).format(value)
  }
}
