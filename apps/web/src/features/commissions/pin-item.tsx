import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Pin, type PinPlace } from '@veranda/contract/pins/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useEffect, useRef } from 'react'
import { useLengths } from '../../lib/format-length.ts'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import { pinTones, placeOn, textOf } from './pin-look.ts'
import { type PinReview } from './pin-review.ts'
import { PinThread } from './pin-thread.tsx'
import styles from './pins.module.css'

type Props = { pin: Pin; version: Deliverable; review: PinReview }

/** One pin: what it says and where it stands; pressed, its thread, and its view on the stage. */
export function PinItem({ pin, version, review }: Props) {
  const t = useWords('pins')
  const place = placeOn(pin, version.id)
  const open = review.opened?.id === pin.id
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const look = place?.standing === 'unsure' ? 'unsure' : pin.state === 'open' ? 'open' : 'closed'
  return (
    <li ref={item} className={styles.item} data-open={open || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onClick={() => review.open(open ? undefined : pin.id)}
      >
        <span className={styles.marker} data-look={look}>
          {pin.number}
        </span>
        <span className={styles.said}>
          <span className={styles.text} dir="auto">
            {textOf(pin, t)}
          </span>
          <span className={styles.quiet}>
            <bdi>{place?.part ?? pin.places.at(-1)?.part}</bdi> · <bdi>{pin.author.name}</bdi> ·{' '}
            <When at={pin.createdAt} />
          </span>
          <span className={styles.facts}>
            <Chip tone={pinTones[pin.state]}>{t(pin.state)}</Chip>
            {pin.kind === 'change' && (
              <Chip tone="primary">{pin.round === null ? t('change') : t('round', { round: pin.round })}</Chip>
            )}
            <Standing place={place} />
          </span>
        </span>
      </button>
      {open && <PinThread pin={pin} place={place} review={review} />}
    </li>
  )
}

function Standing({ place }: { place: PinPlace | undefined }) {
  const t = useWords('pins')
  const lengths = useLengths()
  if (!place) return <Chip outline>{t('elsewhere')}</Chip>
  if (place.standing === 'unsure') {
    return (
      <Chip tone="warning" icon="warning">
        {t('unsure')}
      </Chip>
    )
  }
  if (place.standing === 'placed' || place.moved === null) return null
  const still = place.moved < 0.00005
  return <Chip outline>{still ? t('carried.still') : t('carried', { moved: lengths.millimetres(place.moved) })}</Chip>
}
