/** Returns the city of an IANA time zone, as users call it; undefined for zones that name none, such as UTC. */
export function zonePlace(zone: string): string | undefined {
  if (!zone.includes('/') || zone.startsWith('Etc/')) return undefined
  return zone.split('/').at(-1)?.replaceAll('_', ' ')
}
