import { readWork } from '@veranda/contract/works/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { partPlace } from '../../parts/part-place.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type Place } from '../../parts/viewer-types.ts'

type Props = { workId: string; stage: RoomStage | undefined; onPlace: (place: Place) => void }

/** A pin on a part by its name, for who has no pointer, or no picture. */
export function PinOnPart({ workId, stage, onPlace }: Props) {
  const t = useWords('rooms')
  const { data } = useRead(readWork, { params: { id: workId } })
  const [chosen, setChosen] = useState('')
  const facts = data?.facts
  const names = [...new Set(facts?.parts.map(({ name }) => name))]
  if (!facts || names.length === 0) return null
  const part = names.includes(chosen) ? chosen : (names[0] ?? '')
  return (
    <Stack gap={2}>
      <Field label={t('pins.part')}>
        <Select
          value={part}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Field>
      <Button onClick={() => onPlace(stage?.placeOn(part) ?? partPlace(facts, part))}>{t('pins.part.set')}</Button>
    </Stack>
  )
}
