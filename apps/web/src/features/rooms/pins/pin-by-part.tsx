import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useAsset } from '../../../components/assets/use-asset.ts'
import { partAnchor } from '../../../components/viewer/part-anchor.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'

type Props = { assetId: string; canvas: RoomCanvas | undefined; onPlace: (place: AnchorPoint) => void }

/** Sets a pin on a part by its name, for users without a pointer or graphics. */
export function PinByPart({ assetId, canvas, onPlace }: Props) {
  const t = useTranslations('rooms')
  const { data } = useAsset(assetId)
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
      <Button onClick={() => onPlace(canvas?.hitTestPart(part) ?? partAnchor(facts, part))}>
        {t('pins.part.set')}
      </Button>
    </Stack>
  )
}
