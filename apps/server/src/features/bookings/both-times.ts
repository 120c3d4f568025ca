import { type Booking, endOf } from '@veranda/core/bookings/booking.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sentence } from '../../say.ts'

/** The time of a booking on both clocks, each with its zone's name written out, one line for each; one if they are the same. */
export function bothTimes(booking: Pick<Booking, 'startsAt' | 'terms' | 'zones'>, language: string): string {
  const { client, creator } = booking.zones
  const zones = client === creator ? [client] : [client, creator]
  return zones.map((zone) => timeIn(zone, booking.startsAt, endOf(booking), language)).join('\n')
}

/** From and to on the clock of one zone, with the zone. */
export function timeIn(zone: string, from: Instant, to: Instant, language: string): string {
  const whole = new Intl.DateTimeFormat(language, {
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
  return sentence(
    'calendar',
    'time.in-zone',
    { time: whole.formatRange(from, to), zone: zone.replaceAll('_', ' ') },
    language,
  )
}
