import { useFormat } from './format.ts'

const formatCache = new Map<string, Intl.NumberFormat>()

/** Returns formatters for lengths in the user's language; they take metres. */
export function useLengthFormat() {
  const { locale } = useFormat()
  const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  function inUnit(unit: 'millimeter' | 'meter', digits: number): Intl.NumberFormat {
    const key = `${locale.toString()} ${unit} ${digits}`
    let format = formatCache.get(key)
    if (!format) {
      const fractionDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      format = new Intl.NumberFormat(locale, { style: 'unit', unit, ...fractionDigits })
      formatCache.set(key, format)
    }
    return format
  }
  return {
    /** Formats as 762.0 mm. */
    millimetres: (metres: number, digits: 0 | 1 | 2 = 1) => inUnit('millimeter', digits).format(metres * 1000),
    /** Formats as 762.0, for a text that has the unit, with the digits of `millimetres`. */
    millimetreFigure: (metres: number) => figures.format(metres * 1000),
    /** Formats a tolerance with enough digits to be more than zero. */
    tolerance: (metres: number) => inUnit('millimeter', metres < 0.0001 ? 2 : 1).format(metres * 1000),
    /** Formats as 1.70 m. */
    metres: (metres: number) => inUnit('meter', 2).format(metres),
  }
}
