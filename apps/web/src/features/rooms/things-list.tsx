import { type NoteRecord, type PlacementRecord, type ReferenceRecord } from '@veranda/contract/rooms/records.ts'
import { distance } from '@veranda/core/geometry/vector.ts'
import { kindOf } from '@veranda/core/rooms/records.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useLengths } from '../../lib/format-length.ts'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type AnyValue } from './room-log.ts'
import { type RoomSession } from './room-session.ts'
import { type Write } from './work-panel.tsx'
import styles from './room.module.css'

const kinds = ['a4', 'cup', 'person'] as const

/** What stands beside the work: things of known size, notes, drawings, lengths. */
export function ThingsList({
  session,
  stage,
  write,
}: {
  session: RoomSession
  stage: RoomStage | undefined
  write: Write
}) {
  const t = useWords('rooms')
  const lengths = useLengths()
  const { values } = useStore(session.log.state)
  const [note, setNote] = useState('')
  const things = Array.from(values).filter(([key]) => key.includes(':'))

  function nameOf(key: string, value: AnyValue): string {
    const kind = kindOf(key)
    if (kind === 'reference' && 'what' in value) return t(`work.thing.${value.what}`)
    if (kind === 'note' && 'text' in value) return value.text
    if (kind === 'measure' && 'from' in value) {
      return t('work.thing.measure', { length: lengths.millimetres(distance(value.from, value.to)) })
    }
    return t('work.thing.stroke')
  }

  /** Beside the work, a step to the right of what stands there already. */
  function beside(high: number): [number, number, number] {
    const at: PlacementRecord['position'] = stage?.placement().position ?? [0, 0, -2]
    const count = things.filter(([key]) => /^(reference|note):/.test(key)).length
    return [at[0] + 0.7 + 0.35 * count, high, at[2]]
  }

  function add(what: ReferenceRecord['what']) {
    void write<'reference'>(`reference:${crypto.randomUUID()}`, { what, position: beside(0), yaw: 0 })
  }

  function putUp() {
    const text = note.trim()
    if (text === '') return
    const value: NoteRecord = { text, position: beside(1.3), yaw: 0 }
    void write(`note:${crypto.randomUUID()}`, value).then(() => setNote(''))
  }

  return (
    <Stack gap={3}>
      <h3 className={styles.title}>{t('work.things')}</h3>
      <Line wrap>
        {kinds.map((what) => (
          <Button key={what} size="small" icon="plus" onClick={() => add(what)}>
            {t(`work.thing.${what}`)}
          </Button>
        ))}
      </Line>
      <form
        className={styles.note}
        onSubmit={(event) => {
          event.preventDefault()
          putUp()
        }}
      >
        <Field label={t('work.note')}>
          <TextInput value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Button type="submit" disabled={note.trim() === ''}>
          {t('work.note.add')}
        </Button>
      </form>
      {things.length === 0 ? (
        <p className={styles.quiet}>{t('work.thing.none')}</p>
      ) : (
        <ul className={styles.things} aria-label={t('work.things')}>
          {things.map(([key, value]) => (
            <li key={key}>
              <bdi>{nameOf(key, value)}</bdi>
              <IconButton
                icon="trash"
                size="small"
                label={t('work.thing.remove', { thing: nameOf(key, value) })}
                onClick={() => void write(key, null)}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
