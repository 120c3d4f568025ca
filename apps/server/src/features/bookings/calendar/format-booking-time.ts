import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { type Booking, endOf } from '@veranda/core/bookings/booking.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { zonePlace } from '@veranda/core/time/zone-place.ts'
import { t } from '../../../platform/i18n.ts'

/**
 * Formats the time of a booking in the zones of both sides, one line per zone with its name; a single line if the zones
 * are equal.
 */
export function formatInBothZones(booking: Pick<Booking, 'startsAt' | 'terms' | 'zones'>, language: string): string {
  const { client, creator } = booking.zones
  const zones = client === creator ? [client] : [client, creator]
  return zones.map((zone) => formatInZone(zone, booking.startsAt, endOf(booking), language)).join('\n')
}

/** Formats a time range in one zone, followed by the zone's name where it names a place. */
export function formatInZone(zone: string, from: Instant, to: Instant, language: string): string {
  const whole = new Intl.DateTimeFormat(formatLocale(language), {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
    numberingSystem: 'latn',
  })
  const time = whole.formatRange(from, to)
  // The time itself already says UTC.
  if (zonePlace(zone) === undefined) return time
  return t('bookings/calendar', 'time.in-zone', { time, zone: zone.replaceAll('_', ' ') }, language)
}
