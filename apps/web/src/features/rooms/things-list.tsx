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
import { type Write } from './changes.ts'
import { type RoomSession } from './room-session.ts'
import { nameOfThing, noteBeside, referenceBeside, referenceKinds, thingsOf } from './things.ts'
import styles from './room.module.css'

type Props = {
  session: RoomSession
  stage: RoomStage | undefined
  workId: string
  /** How far what is shown of the work may lie from it, in metres. */
  tolerance: number
  write: Write
}

/** What stands beside the work: things of known size, notes, drawings, lengths. */
export function ThingsList({ session, stage, workId, tolerance, write }: Props) {
  const t = useWords('rooms')
  const lengths = useLengths()
  const { values } = useStore(session.log.state)
  const [note, setNote] = useState('')
  const things = thingsOf(values, workId)
  const nameOf = (key: string, value: (typeof things)[number][1]) => nameOfThing(key, value, { t, lengths, tolerance })

  function putUp() {
    const text = note.trim()
    if (text === '') return
    void write<'note'>(`note:${crypto.randomUUID()}`, noteBeside(text, { stage, values })).then(() => setNote(''))
  }

  return (
    <Stack gap={3}>
      <h2 className={styles.title}>{t('work.things')}</h2>
      <Line wrap>
        {referenceKinds.map((what) => (
          <Button
            key={what}
            size="small"
            icon="plus"
            onClick={() =>
              void write<'reference'>(`reference:${crypto.randomUUID()}`, referenceBeside(what, { stage, values }))
            }
          >
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
