/** Parses the properties of each VEVENT of an iCalendar text, unfolded (RFC 5545 3.1), and of the calendar itself. */
export function parseICalendar(text: string): { calendar: Map<string, string>; events: Map<string, string>[] } {
  const calendar = new Map<string, string>()
  const events: Map<string, string>[] = []
  let place = calendar
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (line === 'BEGIN:VEVENT') {
      place = new Map()
      events.push(place)
    } else if (line === 'END:VEVENT') place = calendar
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    if (name !== 'BEGIN' && name !== 'END') place.set(name, value)
  }
  return { calendar, events }
}
