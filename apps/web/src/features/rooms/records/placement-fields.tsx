import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Grid, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import {
  changeSizeKind,
  moveAlongAxis,
  rotateTo,
  scaleToHeight,
  sizeKinds,
  type WriteRecord,
  roomAxes,
} from './record-changes.ts'
import { scaleText } from './scale-text.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { useRoomConnectionState } from '../connection/use-room-participation.ts'
import styles from '../room.module.css'

const degreesPerRadian = 180 / Math.PI

type Props = {
  canvas: RoomCanvas | undefined
  participation: RoomParticipation
  placement: PlacementRecord | undefined
  scaleFactor: number
  write: WriteRecord
}

/** Shows size and position of the model as numbers, for exact values or without a pointer. */
export function PlacementFields({ canvas, participation, placement, scaleFactor, write }: Props) {
  const t = useTranslations('rooms')
  const format = useFormat()
  const { grabs, participants, participantSlot } = useRoomConnectionState(participation)
  const current = placement ?? canvas?.placement()
  if (!current) return null
  const grabbedBy = grabs.get('placement')
  const holder =
    grabbedBy === undefined || grabbedBy === participantSlot ? undefined : participants.get(grabbedBy)?.displayName
  const { kind } = current.size

  function changeSize(next: string) {
    const chosen = sizeKinds.find((one) => one === next)
    if (chosen)
      void write(
        'placement',
        changeSizeKind(chosen, current, (size) => canvas?.placementFor(size)),
      )
  }

  return (
    <Stack gap={3}>
      <Field label={t('version.size')} hint={scaleText(scaleFactor, { t, format })}>
        <Select
          value={kind === 'factor' ? '' : kind}
          disabled={holder !== undefined}
          options={sizeKinds.map((option) => ({ value: option, label: t(`version.size.${option}`) }))}
          onChange={(event) => changeSize(event.target.value)}
        />
      </Field>
      {current.size.kind === 'height' && (
        <NumberField
          label={t('version.size.metres')}
          value={current.size.metres}
          onSet={(metres) => void write<'placement'>('placement', scaleToHeight(metres, current))}
        />
      )}
      <fieldset className={styles.fields} disabled={holder !== undefined}>
        <legend>{t('version.place')}</legend>
        <Grid minColumn="narrow">
          {roomAxes.map((axis, index) => (
            <NumberField
              key={axis}
              label={t(`version.place.${axis}`)}
              value={current.position[index] ?? 0}
              onSet={(metres) => void write<'placement'>('placement', moveAlongAxis(index, metres, current))}
            />
          ))}
          <NumberField
            label={t('version.place.turn')}
            value={current.yaw * degreesPerRadian}
            digits={1}
            onSet={(angle) => void write<'placement'>('placement', rotateTo(angle / degreesPerRadian, current))}
          />
        </Grid>
        {holder !== undefined && (
          <p className={styles.quiet} role="status">
            {t('version.place.grabbed', { name: holder })}
          </p>
        )}
      </fieldset>
    </Stack>
  )
}

type NumberProps = { label: string; value: number; digits?: number; onSet: (value: number) => void }

/** Renders a number field that commits on Enter or blur. */
function NumberField({ label, value, digits = 3, onSet }: NumberProps) {
  const shown = String(Number(value.toFixed(digits)))
  const [typed, setTyped] = useState<string>()

  function finish() {
    const parsed = Number((typed ?? '').replace(',', '.'))
    if (typed !== undefined && typed.trim() !== '' && Number.isFinite(parsed) && String(parsed) !== shown) onSet(parsed)
    setTyped(undefined)
  }

  return (
    <Field label={label}>
      <TextInput
        inputMode="decimal"
        dir="ltr"
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
    </Field>
  )
}
