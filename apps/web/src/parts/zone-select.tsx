import { Select } from '@veranda/ui/select.tsx'

/** Every time zone that this browser knows; the one in force is always among them. */
export function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
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
