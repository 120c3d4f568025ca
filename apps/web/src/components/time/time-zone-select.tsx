import { Select } from '@veranda/ui/select.tsx'

/** Selects one of the time zones that the browser knows, or the current value. */
export function TimeZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const zones = Intl.supportedValuesOf('timeZone')
  const all = zones.includes(value) ? zones : [value, ...zones]
  return (
    <Select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
