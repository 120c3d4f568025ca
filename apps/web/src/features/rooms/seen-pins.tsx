import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useEffect } from 'react'
import { useWords } from '../../lib/words.ts'
import { type RoomApi } from './room-api.ts'
import styles from './room.module.css'

/** The pins of the version on the stage, for who looks on. */
export function SeenPins({ api }: { api: RoomApi }) {
  const t = useWords('rooms')
  const p = useWords('pins')
  const { version, workId, setPins } = api
  const pins = version?.pins
  useEffect(() => {
    const here = pins?.filter((pin) => pin.workId === workId) ?? []
    setPins(
      here.map(({ id, number, part, position, state, unsure }) => ({
        id,
        number,
        part,
        position,
        look: unsure ? 'unsure' : state === 'open' ? 'open' : 'closed',
        chosen: false,
      })),
    )
  }, [pins, workId, setPins])
  if (!pins || pins.length === 0) return <EmptyState compact level={2} icon="pin" title={t('pins.none')} text="" />
  return (
    <ul className={styles.things} aria-label={t('pins.said')}>
      {pins.map(({ id, number, part, text, state }) => (
        <li key={id}>
          <span>
            <strong>{t('pins.number', { number })}</strong> <span dir="auto">{text || p('voice.only')}</span>{' '}
            <bdi className={styles.quiet}>{t('pins.on', { part })}</bdi>
          </span>
          <Chip>{p(state)}</Chip>
        </li>
      ))}
    </ul>
  )
}
