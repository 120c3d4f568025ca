import { zonePlace } from './zone-place.ts'

/** Returns what a zone is called: its city, or its distance from UTC. */
export function zoneName(zone: string): string {
  return zonePlace(zone) ?? offsetName(zone)
}

function offsetName(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'short' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
