import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Pin, type PinPlace } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLookOf } from '@veranda/core/commissions/pins/pin-look.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { PinMarker } from '../../../components/pins/pin-marker.tsx'
import { useEffect, useRef } from 'react'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { pinText } from '../../../components/pins/pin-text.ts'
import { pinTones, placeOnVersion } from './pin-view-model.ts'
import { type PinReview } from './use-pin-review.ts'
import { PinClosedBy } from './pin-closed-by.tsx'
import { PinThread } from './pin-thread.tsx'
import styles from './pins.module.css'

type Props = { pin: Pin; version: Deliverable; review: PinReview }

/** Renders one pin with its text and place; when open, its thread, with its view shown in the viewer. */
export function PinItem({ pin, version, review }: Props) {
  const t = useTranslations('commissions/pins')
  const place = placeOnVersion(pin, version.id)
  const open = review.opened?.id === pin.id
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <li ref={item} className={styles.item} data-open={open || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onClick={() => review.open(open ? undefined : pin.id)}
      >
        <PinMarker number={pin.number} look={pinLookOf(pin.state, place?.status === 'unsure')} />
        <span className={styles.messages}>
          <span className={styles.text} dir="auto">
            {pinText(pin, t)}
          </span>
          <span className={styles.quiet}>
            <bdi>{place?.part ?? pin.places.at(-1)?.part}</bdi> · <bdi>{pin.author.name}</bdi> ·{' '}
            <Timestamp at={pin.createdAt} />
          </span>
          <span className={styles.facts}>
            <Chip tone={pinTones[pin.state]}>{t(pin.state)}</Chip>
            {pin.state !== 'open' && <PinClosedBy closed={pin.closed} />}
            {pin.kind === 'change' && (
              <Chip tone={pin.round === null ? 'neutral' : 'primary'}>
                {pin.round === null ? t('draft') : t('round', { round: pin.round })}
              </Chip>
            )}
            <PlaceStatusChip place={place} />
          </span>
        </span>
      </button>
      {open && <PinThread pin={pin} versionId={version.id} review={review} />}
    </li>
  )
}

function PlaceStatusChip({ place }: { place: PinPlace | undefined }) {
  const t = useTranslations('commissions/pins')
  const lengths = useLengthFormat()
  if (!place) return <Chip outline>{t('elsewhere')}</Chip>
  if (place.status === 'unsure') {
    return (
      <Chip tone="warning" icon="warning">
        {t('unsure')}
      </Chip>
    )
  }
  if (place.status === 'placed') return null
  const still = place.moved < 0.00005
  return <Chip outline>{still ? t('carried.still') : t('carried', { moved: lengths.millimetres(place.moved) })}</Chip>
}
