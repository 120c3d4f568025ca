/** Returns the city of an IANA time zone, as users call it; undefined for zones that name none, such as UTC. */
export function zonePlace(zone: string): string | undefined {
  if (!zone.includes('/') || zone.startsWith('Etc/')) return undefined
  return zone.split('/').at(-1)?.replaceAll('_', ' ')
}

/** Returns what a zone is called: its city, or its distance from UTC. */
export function zoneName(zone: string): string {
  return zonePlace(zone) ?? offsetName(zone)
}

function offsetName(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'short' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
