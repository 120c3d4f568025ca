import { type CreatorCard as Card } from '@veranda/contract/talent/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Picture } from '../../../components/picture.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import frame from '../card-frame.module.css'
import styles from './creator-card.module.css'
import { RatingSummary } from '../rating-summary.tsx'

const maxShownSkills = 4

/** Shows a creator in the results: their images first, then name, price and languages, and what of the search they match. */
export function CreatorCard({ creator, matched = [] }: { creator: Card; matched?: readonly string[] }) {
  const t = useTranslations('talent')
  const format = useFormat()
  const { id, name, avatar, headline, skills, languages, images, priceFrom, priceUnit, accepting } = creator
  const [first, ...rest] = images
  return (
    <li className={cx(frame.card, styles.card)}>
      <div className={styles.images} data-count={images.length}>
        {first ? (
          [first, ...rest].map((image) => (
            <Picture key={image.url} src={image.url} alt="" sizes="(max-width: 599.95px) 100vw, 480px" />
          ))
        ) : (
          <span className={styles.blank} aria-hidden="true" />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.who}>
          <Avatar name={name} src={avatar} size="medium" />
          <div className={frame.names}>
            <h2 className={styles.name}>
              <Anchor href={`/talent/${id}`} className={frame.link}>
                <bdi>{name}</bdi>
              </Anchor>
            </h2>
            <RatingSummary rating={creator.rating} />
          </div>
          {accepting !== 'open' && <Chip tone="warning">{t(`accepting.${accepting}`)}</Chip>}
        </div>
        <p className={styles.headline} dir="auto">
          {headline}
        </p>
        {matched.length > 0 && <p className={styles.matched}>{t('card.matched', { words: format.list(matched) })}</p>}
        <div className={styles.skills}>
          {skills.slice(0, maxShownSkills).map((skill) => (
            <Chip key={skill}>{skill}</Chip>
          ))}
        </div>
        <p className={styles.foot}>
          <strong>
            {priceFrom
              ? t(`card.from.${priceUnit ?? 'project'}`, { amount: format.money(priceFrom) })
              : t('card.no-price')}
          </strong>
          <span>{format.list(languages.map((language) => format.languageName(language)))}</span>
        </p>
      </div>
    </li>
  )
}
