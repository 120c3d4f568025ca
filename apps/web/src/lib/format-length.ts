import { useFormat } from './format.ts'

const made = new Map<string, Intl.NumberFormat>()

/** Lengths in the person's language; both take metres. */
export function useLengths() {
  const { locale } = useFormat()
  function inUnit(unit: 'millimeter' | 'meter', digits: number): Intl.NumberFormat {
    const key = `${locale.toString()} ${unit} ${digits}`
    let format = made.get(key)
    if (!format) {
      const places = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      format = new Intl.NumberFormat(locale, { style: 'unit', unit, ...places })
      made.set(key, format)
    }
    return format
  }
  return {
    /** 762.0 mm */
    millimetres: (metres: number, digits: 0 | 1 | 2 = 1) => inUnit('millimeter', digits).format(metres * 1000),
    /** How exact something is, with as many places as it takes to be more than nothing. */
    tolerance: (metres: number) => inUnit('millimeter', metres < 0.0001 ? 2 : 1).format(metres * 1000),
    /** 1.70 m */
    metres: (metres: number) => inUnit('meter', 2).format(metres),
  }
}
