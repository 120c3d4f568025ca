import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type WriteRecord } from './record-changes.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { annotationLabel, newNote, newReference, referenceKinds, findAnnotations } from './annotations.ts'
import styles from '../room.module.css'

type Props = {
  participation: RoomParticipation
  canvas: RoomCanvas | undefined
  shown: SceneRecord
  /** Maximum distance of the shown model from its source, in metres. */
  tolerance: number
  write: WriteRecord
}

/** Lists the annotations: reference objects, notes, strokes and measurements. */
export function AnnotationList({ participation, canvas, shown, tolerance, write }: Props) {
  const t = useTranslations('rooms')
  const lengths = useLengthFormat()
  const { values } = useStore(participation.records.state)
  const [note, setNote] = useState('')
  const [notePart, setNotePart] = useState('')
  const parts = canvas?.partNames().filter((name) => name !== '') ?? []
  const annotations = findAnnotations(values, shown)
  const labelOf = (key: string, value: (typeof annotations)[number][1]) =>
    annotationLabel(key, value, { t, lengths, tolerance })

  function addNote() {
    const text = note.trim()
    if (text === '') return
    void write<'note'>(
      `note:${crypto.randomUUID()}`,
      newNote(text, { canvas, values }, notePart === '' ? null : notePart),
    ).then(() => setNote(''))
  }

  return (
    <Stack gap={3}>
      <h2 className={styles.title}>{t('annotations')}</h2>
      <Inline wrap>
        {referenceKinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            icon="plus"
            onClick={() =>
              void write<'reference'>(`reference:${crypto.randomUUID()}`, newReference(kind, { canvas, values }))
            }
          >
            {t(`annotations.${kind}`)}
          </Button>
        ))}
      </Inline>
      <form
        className={styles.note}
        onSubmit={(event) => {
          event.preventDefault()
          addNote()
        }}
      >
        <Field label={t('version.note')}>
          <TextInput value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {note !== '' && parts.length > 1 && (
          <Field label={t('version.note.on')}>
            <Select
              value={notePart}
              options={[
                { value: '', label: t('version.note.whole') },
                ...parts.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(event) => setNotePart(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" disabled={note.trim() === ''}>
          {t('version.note.add')}
        </Button>
      </form>
      {annotations.length === 0 ? (
        <p className={styles.quiet}>{t('annotations.none')}</p>
      ) : (
        <ul className={styles.annotations} aria-label={t('annotations')}>
          {annotations.map(([key, value]) => (
            <li key={key}>
              <bdi>{labelOf(key, value)}</bdi>
              <IconButton
                icon="trash"
                size="small"
                label={t('annotations.remove', { annotation: labelOf(key, value) })}
                onClick={() => void write(key, null)}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
