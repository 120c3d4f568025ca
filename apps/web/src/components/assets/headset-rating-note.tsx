import { type HeadsetRating } from '@veranda/contract/assets/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { toMegabytes } from './file-size.ts'
import styles from './headset-rating-note.module.css'

type Reason = HeadsetRating['reasons'][number]

const levelTones: Record<HeadsetRating['level'], Tone> = { green: 'success', amber: 'warning', red: 'error' }

/** Shows how a model runs on headsets, and what makes it heavy with the parts that cause it. */
export function HeadsetRatingNote({ name, rating }: { name: string; rating: HeadsetRating }) {
  const t = useTranslations('assets')
  return (
    <>
      <Chip tone={levelTones[rating.level]}>{t(`headset.${rating.level}`)}</Chip>
      {rating.reasons.length > 0 && (
        <ul className={styles.reasons} aria-label={t('headset.why', { name })}>
          {rating.reasons.map((reason) => (
            <ReasonLine key={reason.what} reason={reason} />
          ))}
        </ul>
      )}
    </>
  )
}

function ReasonLine({ reason: { what, value, green, amber, parts = [] } }: { reason: Reason }) {
  const t = useTranslations('assets')
  const format = useFormat()
  const shown = (amount: number) => format.number(what === 'textures' ? toMegabytes(amount) : amount)
  return (
    <li className={styles.reason} data-level={value > amber ? 'red' : 'amber'}>
      {t(`headset.why.${what}`, { count: value, value: shown(value), green: shown(green) })}
      {parts.length > 0 && (
        <bdi className={styles.parts}>
          {t('headset.why.parts', { parts: format.list(parts.map((part) => part.name)) })}
        </bdi>
      )}
    </li>
  )
}
