import { directConversationUrl } from '@veranda/core/conversation-url.ts'
import { type PublicCreator } from '@veranda/contract/talent/explore/schemas.ts'
import { readCreator } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Rating } from '@veranda/ui/rating.tsx'
import { type ReactNode } from 'react'
import { Section } from '../../../components/page/section.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { zonedTime } from '../../../lib/i18n/zoned-time.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ReviewRow } from '../review-row.tsx'
import { ReportButton } from './report-page.tsx'
import styles from './public-page.module.css'
import { PublicServices } from './public-services.tsx'
import { FeaturedWork } from './featured-work.tsx'

/**
 * Returns what the reader may do: what the page leads to for everyone, and once signed in their own actions, none until
 * they are read.
 */
function useReaderActions({ id, actions }: PublicCreator): Profile['actions'] {
  const isSignedIn = useSession().status === 'in'
  const { data, error } = useRead(readCreator, { params: { id } }, { enabled: isSignedIn })
  if (!isSignedIn) return actions
  return data?.actions ?? (error ? actions : [])
}

/** Shows the page of a creator as everyone sees it; sections without content are left out. */
export function PublicPage({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const actions = useReaderActions(creator)
  const canEdit = actions.includes('edit')
  const { works, services, hourlyServices, about, reviews } = creator
  const hasServices = services.length + hourlyServices.length > 0
  const isEmpty = works.length === 0 && !hasServices && about === '' && reviews.length === 0
  return (
    <div className={styles.page}>
      <p>
        <Link href="/explore">{t('back')}</Link>
      </p>
      {canEdit && (
        <Banner
          tone="info"
          action={
            <Button size="small" href="/profile">
              {t('own.edit')}
            </Button>
          }
        >
          {t('own')}
        </Banner>
      )}
      <div className={cx(styles.layout, works.length === 0 && styles.plain)}>
        {works.length > 0 && (
          <div className={styles.hero}>
            <FeaturedWork works={works} name={creator.name} />
          </div>
        )}
        <div className={styles.side}>
          <Head creator={creator} />
          {!canEdit && <Acts creator={creator} actions={actions} />}
          <FreeTimes creator={creator} />
        </div>
        <div className={styles.rest}>
          {isEmpty && <p className={styles.note}>{t('portfolio.none')}</p>}
          {hasServices && (
            <Section title={t('services')}>
              <PublicServices creator={creator} />
            </Section>
          )}
          {about !== '' && (
            <Section title={t('about')}>
              <p className={styles.about} dir="auto">
                {about}
              </p>
            </Section>
          )}
          {reviews.length > 0 && (
            <Section title={t('reviews')}>
              <Reviews creator={creator} />
            </Section>
          )}
        </div>
        <div className={styles.facts}>
          <Facts creator={creator} />
          <ReportButton creator={creator} />
        </div>
      </div>
    </div>
  )
}

function Head({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const format = useFormat()
  const { name, avatar, headline, rating, priceFrom, priceUnit } = creator
  const value = rating.average === null ? '' : format.number(Math.round(rating.average * 10) / 10)
  return (
    <header className={styles.head}>
      <Avatar name={name} src={avatar} size="large" />
      <div className={styles.who}>
        <h1 className={styles.name}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.headline} dir="auto">
          {headline}
        </p>
        <p className={styles.rating}>
          {rating.average === null ? (
            t('rating.none')
          ) : (
            <>
              <Rating value={rating.average} label={t('rating', { value, count: rating.count })} size={14} />
              <span aria-hidden="true">
                {value} ({format.number(rating.count)})
              </span>
            </>
          )}
        </p>
        {priceFrom && (
          <p className={styles.price}>
            {t(`card.from.${priceUnit ?? 'project'}`, { amount: format.money(priceFrom) })}
          </p>
        )}
      </div>
    </header>
  )
}

/** Links to the acts themselves; a stranger signs in on the way and arrives there. */
function Acts({ creator, actions }: { creator: PublicCreator; actions: Profile['actions'] }) {
  const t = useTranslations('talent/explore')
  const { status } = useSession()
  const { id, name, accepting } = creator
  return (
    <section className={styles.acts} aria-label={t('acts')}>
      {actions.includes('request') && (
        <Button kind="filled" icon="briefcase" wide href={`/projects/new?creator=${id}`}>
          {t('act.request')}
        </Button>
      )}
      {actions.includes('book') && (
        <Button icon="calendar" wide href={`/talent/${id}#book`}>
          {t('act.book')}
        </Button>
      )}
      {actions.includes('message') && (
        <Button icon="message" wide href={directConversationUrl(id)}>
          {t('act.message')}
        </Button>
      )}
      {accepting === 'closed' && <p className={styles.note}>{t('closed', { name })}</p>}
      {accepting === 'waiting-list' && <p className={styles.note}>{t('waiting', { name })}</p>}
      {status !== 'in' && <p className={styles.note}>{t('acts.sign-in')}</p>}
    </section>
  )
}

function FreeTimes({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const c = useTranslations('common')
  const format = useFormat()
  const { id, hourlyServices, freeTimes } = creator
  if (hourlyServices.length === 0) return null
  const titleOf = (serviceId: string) => hourlyServices.find((service) => service.id === serviceId)?.title ?? ''
  return (
    <Card title={t('times')} padded>
      {freeTimes.length === 0 ? (
        <p className={styles.note}>{t('times.none')}</p>
      ) : (
        <ul className={styles.times}>
          {freeTimes.map(({ at, serviceId }) => {
            const when = c('when.moment', { day: format.weekday(at), time: format.time(at) })
            return (
              <li key={at}>
                <Button
                  size="small"
                  href={`/talent/${id}#book`}
                  aria-label={t('time.book', { title: titleOf(serviceId), when })}
                >
                  {when}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function Facts({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const format = useFormat()
  const language = useLanguage()
  const now = useServerNow()
  const { timeZone, languages, skills } = creator
  const at = new Date(now).toISOString()
  const time = zonedTime({ language, zone: timeZone, at }, (zone) =>
    t('fact.time.value', { time: formatFor(language, timeZone).time(at), zone }),
  )
  const facts: { id: string; name: string; value: ReactNode }[] = [
    { id: 'accepting', name: t('fact.accepting'), value: t(`accepting.${creator.accepting}`) },
    { id: 'time', name: t('fact.time'), value: time },
    ...(languages.length === 0
      ? []
      : [
          {
            id: 'languages',
            name: t('fact.languages'),
            value: format.list(languages.map((tag) => format.languageName(tag))),
          },
        ]),
    {
      id: 'completed',
      name: t('fact.completed'),
      value: t('fact.completed.value', { count: creator.completedCount }),
    },
    { id: 'since', name: t('fact.since'), value: <Timestamp at={creator.memberSince} show="date" /> },
  ]
  return (
    <Card title={t('facts')} padded>
      <Stack gap={4}>
        <dl className={styles.list}>
          {facts.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {skills.length > 0 && (
          <ul className={styles.skills} aria-label={t('skills')}>
            {skills.map((skill) => (
              <li key={skill}>
                <Chip>{skill}</Chip>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}

function Reviews({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  return (
    <Card>
      <ul>
        {creator.reviews.map((review) => (
          <ReviewRow
            key={review.id}
            by={
              <strong>
                <bdi>{review.by}</bdi>
              </strong>
            }
            review={review}
            starsLabel={t('review.stars', { stars: review.stars })}
            answerLabel={t('review.answer', { name: creator.name })}
          />
        ))}
      </ul>
    </Card>
  )
}
