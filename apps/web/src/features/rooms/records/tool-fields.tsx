import { type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { lightNames } from '@veranda/core/assets/light-names.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Slider } from '../../../components/viewer/tools/controls.tsx'
import { updateTools, type WriteRecord, roomAxes } from './record-changes.ts'

/** Shows explode, section, wireframe and light, which apply to everyone in the room. */
export function ToolFields({ tools, write }: { tools: ToolsRecord; write: WriteRecord }) {
  const t = useTranslations('rooms')
  const { section } = tools
  const update = (part: Partial<ToolsRecord>) => void write<'tools'>('tools', updateTools(part))
  return (
    <Stack gap={3}>
      <DeferredSlider label={t('version.explode')} value={tools.explode} onSet={(explode) => update({ explode })} />
      <Field label={t('version.section')}>
        <Select
          value={section?.axis ?? ''}
          options={[
            { value: '', label: t('version.section.none') },
            ...roomAxes.map((axis) => ({ value: axis, label: t(`version.section.${axis}`) })),
          ]}
          onChange={(event) => {
            const axis = roomAxes.find((known) => known === event.target.value)
            update({ section: axis ? { axis, at: section?.at ?? 0.5, turned: section?.turned ?? false } : null })
          }}
        />
      </Field>
      {section && (
        <>
          <DeferredSlider
            label={t('version.section.at')}
            value={section.at}
            onSet={(at) => update({ section: { ...section, at } })}
          />
          <Switch
            label={t('version.section.turned')}
            checked={section.turned}
            onChange={(turned) => update({ section: { ...section, turned } })}
          />
        </>
      )}
      <Field label={t('version.light')}>
        <Select
          value={tools.light}
          options={lightNames.map((light) => ({ value: light, label: t(`version.light.${light}`) }))}
          onChange={(event) =>
            update({ light: lightNames.find((known) => known === event.target.value) ?? 'daylight' })
          }
        />
      </Field>
      <DeferredSlider
        label={t('version.light.turn')}
        value={tools.lightTurn ?? 0}
        onSet={(lightTurn) => update({ lightTurn })}
      />
      <Switch
        label={t('version.wireframe')}
        checked={tools.wireframe}
        onChange={(wireframe) => update({ wireframe })}
      />
    </Stack>
  )
}

/** Renders a slider that commits its value when released; remote changes show at once. */
function DeferredSlider({ label, value, onSet }: { label: string; value: number; onSet: (value: number) => void }) {
  const [draggedValue, setDraggedValue] = useState<number>()
  const commit = () => {
    if (draggedValue !== undefined && draggedValue !== value) onSet(draggedValue)
    setDraggedValue(undefined)
  }
  return (
    <div onPointerUp={commit} onKeyUp={commit} onBlur={commit}>
      <Slider label={label} value={draggedValue ?? value} onChange={setDraggedValue} />
    </div>
  )
}
