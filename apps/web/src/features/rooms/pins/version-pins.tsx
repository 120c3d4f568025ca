import { pinLookOf } from '@veranda/core/commissions/pins/pin-look.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useEffect } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { PinMarker } from '../../../components/pins/pin-marker.tsx'
import { type RoomApi } from '../room-api.ts'
import styles from '../room.module.css'

/** Lists the pins of the version in the scene, read-only, and shows them on the canvas. */
export function VersionPins({ api }: { api: RoomApi }) {
  const t = useTranslations('rooms')
  const tPins = useTranslations('commissions/pins')
  const { version, assetId, setPins } = api
  const pins = version?.pins
  useEffect(() => {
    const assetPins = pins?.filter((pin) => pin.assetId === assetId) ?? []
    setPins(
      assetPins.map(({ id, number, part, position, state, unsure }) => ({
        id,
        number,
        part,
        position,
        look: pinLookOf(state, unsure),
        chosen: false,
      })),
    )
  }, [pins, assetId, setPins])
  if (!pins || pins.length === 0) return <EmptyState compact level={2} icon="pin" title={t('pins.none')} text="" />
  return (
    <ul className={styles.annotations} aria-label={t('pins.list')}>
      {pins.map(({ id, number, part, text, state, unsure }) => (
        <li key={id} className={styles.pin}>
          <PinMarker number={number} look={pinLookOf(state, unsure)} />
          <span>
            <span dir="auto">{text || tPins('voice.only')}</span>{' '}
            <bdi className={styles.quiet}>{t('pins.on', { part })}</bdi>
          </span>
          <Chip>{tPins(state)}</Chip>
        </li>
      ))}
    </ul>
  )
}
