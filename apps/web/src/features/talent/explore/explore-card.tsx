import { type ExploreCard as Card } from '@veranda/contract/talent/explore/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { TurntablePicture } from '../../../components/assets/turntable-picture.tsx'
import { useTurntable } from '../../../components/assets/use-turntable.ts'
import { cx } from '@veranda/ui/cx.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import frame from '../card-frame.module.css'
import styles from './explore-card.module.css'

/** Shows a creator by their first work: the picture is the card, with title, name and price below. */
export function ExploreCard({ card, eager }: { card: Card; eager: boolean }) {
  const t = useTranslations('talent/explore')
  const format = useFormat()
  const { handle, name, avatar, works, priceFrom, priceUnit, freeThisWeek } = card
  const [work] = works
  const { turn, trigger } = useTurntable(work?.turntable ?? null)
  if (!work) return null
  return (
    <li className={cx(frame.card, styles.card)} {...trigger}>
      <TurntablePicture
        plate
        turn={turn}
        src={work.image}
        alt=""
        width={work.width}
        height={work.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
      {freeThisWeek && (
        <span className={styles.free}>
          <Chip tone="success">{t('card.free')}</Chip>
        </span>
      )}
      <div className={styles.foot}>
        <Avatar name={name} src={avatar} size="small" />
        <div className={frame.names}>
          <h2 className={styles.title}>
            <Anchor
              href={`/explore/${handle}`}
              className={frame.link}
              aria-label={t('card.open', { title: work.title, name })}
            >
              <bdi>{work.title}</bdi>
            </Anchor>
          </h2>
          <p className={styles.by}>
            <bdi>{t('card.by', { name })}</bdi>
          </p>
        </div>
        <p className={styles.price}>
          {priceFrom ? t(`card.from.${priceUnit ?? 'project'}`, { amount: format.money(priceFrom) }) : t('card.ask')}
        </p>
      </div>
    </li>
  )
}
