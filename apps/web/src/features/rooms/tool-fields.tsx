import { type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Slider } from '../../parts/viewer-controls.tsx'
import { looking, type Write } from './changes.ts'

const lights = ['studio', 'daylight', 'dusk'] as const
const axes = ['x', 'y', 'z'] as const

/** Explode, section, wireframe and light, the same for all who are in the room. */
export function ToolFields({ tools, write }: { tools: ToolsRecord; write: Write }) {
  const t = useWords('rooms')
  const { section } = tools
  const set = (part: Partial<ToolsRecord>) => void write<'tools'>('tools', looking(part))
  return (
    <Stack gap={3}>
      <Settled label={t('work.explode')} value={tools.explode} onSet={(explode) => set({ explode })} />
      <Field label={t('work.section')}>
        <Select
          value={section?.axis ?? ''}
          options={[
            { value: '', label: t('work.section.none') },
            ...axes.map((axis) => ({ value: axis, label: t(`work.section.${axis}`) })),
          ]}
          onChange={(event) => {
            const axis = axes.find((known) => known === event.target.value)
            set({ section: axis ? { axis, at: section?.at ?? 0.5, turned: section?.turned ?? false } : null })
          }}
        />
      </Field>
      {section && (
        <>
          <Settled
            label={t('work.section.at')}
            value={section.at}
            onSet={(at) => set({ section: { ...section, at } })}
          />
          <Switch
            label={t('work.section.turned')}
            checked={section.turned}
            onChange={(turned) => set({ section: { ...section, turned } })}
          />
        </>
      )}
      <Field label={t('work.light')}>
        <Select
          value={tools.light}
          options={lights.map((light) => ({ value: light, label: t(`work.light.${light}`) }))}
          onChange={(event) => set({ light: lights.find((known) => known === event.target.value) ?? 'daylight' })}
        />
      </Field>
      <Switch label={t('work.wireframe')} checked={tools.wireframe} onChange={(wireframe) => set({ wireframe })} />
    </Stack>
  )
}

/** A slider whose value goes out once the hand rests; what others set shows at once. */
function Settled({ label, value, onSet }: { label: string; value: number; onSet: (value: number) => void }) {
  const [moving, setMoving] = useState<number>()
  const finish = () => {
    if (moving !== undefined && moving !== value) onSet(moving)
    setMoving(undefined)
  }
  return (
    <div onPointerUp={finish} onKeyUp={finish} onBlur={finish}>
      <Slider label={label} value={moving ?? value} onChange={setMoving} />
    </div>
  )
}
