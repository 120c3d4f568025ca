import { type Offer, type OfferVersion } from '@veranda/contract/commissions/offers/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { TextDiff } from '../../../components/text-diff.tsx'
import { countDifferences, type MilestoneDiff, diffOffers } from './offer-diff.ts'
import { useLimitsText } from '../deliverables/use-limits-text.ts'
import styles from './offer-diff-card.module.css'

type OfferDiffCardProps = {
  before: OfferVersion
  after: Pick<OfferVersion, 'content'>
  /** The later one is a draft that its author is writing. */
  isDraft?: boolean
}

/** Renders the differences between a version and the one before it; of a draft also what stays. */
export function OfferDiffCard({ before, after, isDraft }: OfferDiffCardProps) {
  const t = useTranslations('commissions')
  const changes = diffOffers(before.content, after.content)
  const count = countDifferences(changes)
  const { price, scope, rights, reviewRounds, reviewWindowDays } = changes
  const sum = (amount: number, content: Offer) => <Amount money={{ amount, currency: content.currency }} />
  return (
    <Card title={t('change.title', { number: before.number })} aside={t('change.count', { count })} padded>
      {isDraft && (
        <p className={styles.stays} role="status">
          {t(count === 0 ? 'change.draft.nothing' : 'change.draft.stays', { number: before.number })}
        </p>
      )}
      <dl className={styles.changes}>
        {price && (
          <BeforeAfter
            label={t('fees.price')}
            before={sum(price.before, before.content)}
            after={sum(price.after, after.content)}
          />
        )}
        {changes.milestones.map((change) => (
          <MilestoneDiffRow key={`${change.kind}${change.number}`} change={change} before={before} after={after} />
        ))}
        {rights && (
          <BeforeAfter
            label={t('offer.rights')}
            before={t(`rights.${rights.before}`)}
            after={t(`rights.${rights.after}`)}
          />
        )}
        {reviewRounds && (
          <BeforeAfter label={t('offer.rounds')} before={reviewRounds.before} after={reviewRounds.after} />
        )}
        {reviewWindowDays && (
          <BeforeAfter
            label={t('offer.window')}
            before={t('offer.window.value', { count: reviewWindowDays.before })}
            after={t('offer.window.value', { count: reviewWindowDays.after })}
          />
        )}
        {scope && (
          <div className={styles.wide}>
            <dt>{t('offer.scope')}</dt>
            <dd className={styles.prose} dir="auto">
              <TextDiff {...scope} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

type MilestoneDiffRowProps = { change: MilestoneDiff; before: OfferVersion; after: Pick<OfferVersion, 'content'> }

function MilestoneDiffRow({ change, before, after }: MilestoneDiffRowProps) {
  const t = useTranslations('commissions')
  const limitsText = useLimitsText()
  const format = useFormat()
  const { number } = change
  if (change.kind === 'added' || change.kind === 'removed') {
    const terms = change.kind === 'added' ? change.after : change.before
    const { currency } = change.kind === 'added' ? after.content : before.content
    return (
      <div className={styles.wide}>
        <dt>{t(`change.${change.kind}`, { number })}</dt>
        <dd>
          {change.kind === 'added' ? <ins>{terms.title}</ins> : <del>{terms.title}</del>} ·{' '}
          <Amount money={{ amount: terms.amount, currency }} />
        </dd>
      </div>
    )
  }
  const { before: was, after: is } = change
  const label = (what: string) => t('change.milestone', { number, title: is.title, what })
  return change.fields.map((field) => {
    switch (field) {
      case 'title':
        return <BeforeAfter key={field} label={label(t('offer.title'))} before={was.title} after={is.title} />
      case 'amount':
        return (
          <BeforeAfter
            key={field}
            label={label(t('offer.amount'))}
            before={<Amount money={{ amount: was.amount, currency: before.content.currency }} />}
            after={<Amount money={{ amount: is.amount, currency: after.content.currency }} />}
          />
        )
      case 'dueAt':
        return (
          <BeforeAfter
            key={field}
            label={label(t('offer.due'))}
            before={<Timestamp at={was.dueAt} show="day" />}
            after={<Timestamp at={is.dueAt} show="day" />}
          />
        )
      case 'limits':
        return (
          <BeforeAfter
            key={field}
            label={label(t('limits.title'))}
            before={format.list(limitsText(was.limits)) || t('limits.none')}
            after={format.list(limitsText(is.limits)) || t('limits.none')}
          />
        )
      case 'description':
        return (
          <div key={field} className={styles.wide}>
            <dt>{label(t('offer.description'))}</dt>
            <dd className={styles.prose} dir="auto">
              <TextDiff before={was.description} after={is.description} />
            </dd>
          </div>
        )
    }
  })
}

function BeforeAfter({ label, before, after }: { label: string; before: ReactNode; after: ReactNode }) {
  const t = useTranslations('commissions')
  return (
    <div className={styles.pair}>
      <dt>{label}</dt>
      <dd>
        <RichText
          text={t('change.both')}
          parts={{
            spoken: (words) => <VisuallyHidden>{words} </VisuallyHidden>,
            before: () => (
              <>
                <del>{before}</del>
                <Icon name="arrow-end" size={14} />
              </>
            ),
            after: () => <ins>{after}</ins>,
          }}
        />
      </dd>
    </div>
  )
}
