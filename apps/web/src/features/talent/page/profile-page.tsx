import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Fragment, type ReactNode } from 'react'
import { type Translate, useTranslations } from '../../../lib/i18n/i18n.ts'
import { PaymentsOffBanner } from '../../../components/payment/payments-off.tsx'
import { Section } from '../../../components/page/section.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { Portfolio } from '../portfolio/portfolio.tsx'
import { RatingSummary } from '../rating-summary.tsx'
import { CreatorReviews } from './creator-reviews.tsx'
import { PackageServiceList } from '../services/package-service-list.tsx'
import styles from './profile-page.module.css'
import { ContactActions } from './contact-actions.tsx'

type ProfilePageProps = {
  profile: Profile
  level?: 'h1' | 'h2'
  /** Hourly services; rendered at the anchor that the booking button links to. */
  hourlyServices?: ReactNode
}

/** Shows a creator's public page. */
export function ProfilePage({ profile, level = 'h1', hourlyServices }: ProfilePageProps) {
  const t = useTranslations('talent')
  const Name = level
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Avatar name={profile.name} src={profile.avatar} size="huge" />
        <div className={styles.who}>
          <Name className={styles.name}>
            <bdi>{profile.name}</bdi>
          </Name>
          <p className={styles.headline} dir="auto">
            {profile.headline}
          </p>
          <RatingSummary rating={profile.rating} />
        </div>
        <ContactActions profile={profile} />
      </header>
      <div className={styles.layout}>
        <Stack gap={8}>{sectionsOf(profile, t, hourlyServices)}</Stack>
        <Stack gap={6}>
          <Card title={t('facts')}>
            <ProfileFacts profile={profile} />
          </Card>
          {profile.skills.length > 0 && (
            <Card title={t('skills')} padded>
              <ul className={styles.skills}>
                {profile.skills.map((skill) => (
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

/** Returns the sections of the page, the empty ones last on the user's own page and left out for visitors. */
function sectionsOf(profile: Profile, t: Translate<'talent'>, hourlyServices: ReactNode): ReactNode {
  const { name, about, services, portfolio, reviews, actions } = profile
  const isOwn = actions.includes('edit')
  const sections = [
    { id: 'portfolio', isEmpty: portfolio.length === 0, section: <Portfolio name={name} items={portfolio} /> },
    {
      id: 'book',
      isEmpty: hourlyServices === undefined || !(isOwn || actions.includes('book')),
      section: hourlyServices !== undefined && (
        <div id="book" className={styles.anchor}>
          <Section title={t('way.book')}>{hourlyServices}</Section>
        </div>
      ),
    },
    {
      id: 'about',
      isEmpty: about === '',
      section: (
        <Section title={t('about')}>
          <p className={styles.about} dir="auto">
            {about || t('about.none', { name })}
          </p>
        </Section>
      ),
    },
    {
      id: 'services',
      isEmpty: services.length === 0,
      section: (
        <Section title={t('services')}>
          <Stack gap={3}>
            {services.length > 0 && <PaymentsOffBanner />}
            <PackageServiceList profile={profile} />
          </Stack>
        </Section>
      ),
    },
    {
      id: 'reviews',
      isEmpty: reviews.items.length === 0,
      section: (
        <Section title={t('reviews')}>
          <CreatorReviews creatorId={profile.id} name={name} />
        </Section>
      ),
    },
  ]
  const filled = sections.filter(({ isEmpty }) => !isEmpty)
  const empty = sections.filter(({ isEmpty }) => isEmpty)
  // Visitors of a page without anything read at least that.
  const ends = isOwn ? empty : filled.length === 0 ? empty.filter(({ id }) => id === 'about') : []
  return [...filled, ...ends].map(({ id, section }) => <Fragment key={id}>{section}</Fragment>)
}
