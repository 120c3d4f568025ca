import { zonePlace } from '@veranda/core/time/zone-place.ts'
import { formatFor } from './format.ts'

type ZonedTime = {
  readonly language: string
  readonly zone: string
  /** ISO 8601. */
  readonly at: string
  /** The end of a range, in ISO 8601. */
  readonly until?: string
}

/**
 * Formats a time with its zone: by the city, in the words of the catalogue ("18:20 in Lisbon"), or, where a zone names
 * none, as the locale writes it ("18:20 UTC").
 */
export function zonedTime({ language, zone, at, until }: ZonedTime, inPlace: (place: string) => string): string {
  const place = zonePlace(zone)
  if (place !== undefined) return inPlace(place)
  const { locale } = formatFor(language, zone)
  const options = { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const format = new Intl.DateTimeFormat(locale, options)
  return until === undefined ? format.format(new Date(at)) : format.formatRange(new Date(at), new Date(until))
}
