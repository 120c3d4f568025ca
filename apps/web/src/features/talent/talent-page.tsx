import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'
import { Facts } from './facts.tsx'
import { Portfolio } from './portfolio.tsx'
import { RatingLine } from './rating-line.tsx'
import { Reviews } from './reviews.tsx'
import { ServiceRows } from './service-rows.tsx'
import styles from './talent-page.module.css'
import { WaysOn } from './ways-on.tsx'

type TalentPageProps = {
  talent: Talent
  level?: 'h1' | 'h2'
  /** What can be booked; it stands under the address of the button that leads to it. */
  sessions?: ReactNode
}

/** A creator as everybody sees them. */
export function TalentPage({ talent, level = 'h1', sessions }: TalentPageProps) {
  const t = useWords('talent')
  const Name = level
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Avatar name={talent.name} src={talent.avatar} size="huge" />
        <div className={styles.who}>
          <Name className={styles.name}>
            <bdi>{talent.name}</bdi>
          </Name>
          <p className={styles.headline} dir="auto">
            {talent.headline}
          </p>
          <RatingLine rating={talent.rating} />
        </div>
        <WaysOn talent={talent} />
      </header>
      <div className={styles.layout}>
        <Stack gap={8}>
          <Portfolio name={talent.name} pieces={talent.portfolio} />
          {sessions !== undefined && (
            <div id="book" className={styles.anchor}>
              <Section title={t('way.book')}>{sessions}</Section>
            </div>
          )}
          <Section title={t('about')}>
            <p className={styles.about} dir="auto">
              {talent.about || t('about.none', { name: talent.name })}
            </p>
          </Section>
          <Section title={t('services')}>
            <ServiceRows talent={talent} />
          </Section>
          <Section title={t('reviews')}>
            <Reviews talentId={talent.id} name={talent.name} />
          </Section>
        </Stack>
        <Stack gap={6}>
          <Card title={t('facts')}>
            <Facts talent={talent} />
          </Card>
          {talent.skills.length > 0 && (
            <Card title={t('skills')} padded>
              <ul className={styles.skills}>
                {talent.skills.map((skill) => (
                  <li key={skill}>
                    <Chip>{skill}</Chip>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </Stack>
      </div>
    </div>
  )
}
