import { type PlacementRecord } from '@veranda/contract/rooms/records.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Grid, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { asHighAs, movedTo, turnedTo, type Write } from './changes.ts'
import { type RoomSession } from './room-session.ts'
import { useLine } from './use-room-session.ts'
import styles from './room.module.css'

const kinds = ['true', 'doll-house', 'height'] as const
const axes = ['x', 'y', 'z'] as const
const degrees = 180 / Math.PI

type Props = {
  stage: RoomStage | undefined
  session: RoomSession
  placement: PlacementRecord | undefined
  write: Write
}

/** Size and place of the work in numbers, for who wants them exact or has no pointer. */
export function PlacementFields({ stage, session, placement, write }: Props) {
  const t = useWords('rooms')
  const { holds, members, slot } = useLine(session)
  const at = placement ?? stage?.placement()
  if (!at) return null
  const by = holds.get('placement')
  const holder = by === undefined || by === slot ? undefined : members.get(by)?.label
  const { kind } = at.size

  function size(next: string) {
    const metres = at?.size.kind === 'height' ? at.size.metres : 1.5
    const chosen: PlacementRecord['size'] =
      next === 'height' ? { kind: 'height', metres } : next === 'doll-house' ? { kind: 'doll-house' } : { kind: 'true' }
    const placed = stage?.placementFor(chosen)
    void write('placement', placed ?? { position: [0, 0, -2], yaw: 0, size: chosen })
  }

  return (
    <Stack gap={3}>
      <Field label={t('work.size')}>
        <Select
          value={kind === 'factor' ? '' : kind}
          disabled={holder !== undefined}
          options={kinds.map((one) => ({ value: one, label: t(`work.size.${one}`) }))}
          onChange={(event) => size(event.target.value)}
        />
      </Field>
      {at.size.kind === 'height' && (
        <NumberField
          label={t('work.size.metres')}
          value={at.size.metres}
          onSet={(metres) => void write<'placement'>('placement', asHighAs(metres, at))}
        />
      )}
      <fieldset className={styles.fields} disabled={holder !== undefined}>
        <legend>{t('work.place')}</legend>
        <Grid least="narrow">
          {axes.map((axis, index) => (
            <NumberField
              key={axis}
              label={t(`work.place.${axis}`)}
              value={at.position[index] ?? 0}
              onSet={(metres) => void write<'placement'>('placement', movedTo(index, metres, at))}
            />
          ))}
          <NumberField
            label={t('work.place.turn')}
            value={at.yaw * degrees}
            digits={1}
            onSet={(angle) => void write<'placement'>('placement', turnedTo(angle / degrees, at))}
          />
        </Grid>
        {holder !== undefined && (
          <p className={styles.quiet} role="status">
            {t('work.place.held', { name: holder })}
          </p>
        )}
      </fieldset>
    </Stack>
  )
}

type NumberProps = { label: string; value: number; digits?: number; onSet: (value: number) => void }

/** A number that is written once it is finished: Enter, or going elsewhere. */
function NumberField({ label, value, digits = 3, onSet }: NumberProps) {
  const shown = String(Number(value.toFixed(digits)))
  const [typed, setTyped] = useState<string>()

  function finish() {
    const read = Number((typed ?? '').replace(',', '.'))
    if (typed !== undefined && typed.trim() !== '' && Number.isFinite(read) && String(read) !== shown) onSet(read)
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
