import { type TalentCard as Card } from '@veranda/contract/talent/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import styles from './talent-card.module.css'
import { RatingLine } from './rating-line.tsx'

const skillsShown = 4

/** One creator among the results: their work first, then who, for how much, in which languages. */
export function TalentCard({ talent }: { talent: Card }) {
  const t = useWords('talent')
  const format = useFormat()
  const { id, name, avatar, headline, skills, languages, pictures, priceFrom, accepting } = talent
  const [first, ...rest] = pictures
  return (
    <li className={styles.card}>
      <div className={styles.pictures} data-count={pictures.length}>
        {first ? (
          [first, ...rest].map((picture) => (
            <img key={picture.url} src={picture.url} alt="" loading="lazy" decoding="async" />
          ))
        ) : (
          <span className={styles.blank} aria-hidden="true" />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.who}>
          <Avatar name={name} src={avatar} size="medium" />
          <div className={styles.names}>
            <h2 className={styles.name}>
              <Anchor href={`/talent/${id}`} className={styles.link}>
                <bdi>{name}</bdi>
              </Anchor>
            </h2>
            <RatingLine rating={talent.rating} />
          </div>
          {accepting !== 'open' && <Chip tone="warning">{t(`accepting.${accepting}`)}</Chip>}
        </div>
        <p className={styles.headline} dir="auto">
          {headline}
        </p>
        <div className={styles.skills}>
          {skills.slice(0, skillsShown).map((skill) => (
            <Chip key={skill}>{skill}</Chip>
          ))}
        </div>
        <p className={styles.foot}>
          <strong>{priceFrom ? t('card.from', { amount: format.money(priceFrom) }) : t('card.no-price')}</strong>
          <span>{languages.map((language) => format.languageName(language)).join(', ')}</span>
        </p>
      </div>
    </li>
  )
}
