import { type Offer, type OfferVersion } from '@veranda/contract/commissions/offers/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
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
  /** For each milestone of the later one its position in the other, where it is known; null for a new one. */
  origins?: readonly (number | null)[] | undefined
}

/** Renders the differences between a version and the one before it; of a draft also what stays. */
export function OfferDiffCard({ before, after, isDraft, origins }: OfferDiffCardProps) {
  const t = useTranslations('commissions')
  const count = countDifferences(diffOffers(before.content, after.content, origins))
  return (
    <Card title={t('change.title', { number: before.number })} aside={t('change.count', { count })} padded>
      {isDraft && (
        <p className={styles.stays} role="status">
          {t(count === 0 ? 'change.draft.nothing' : 'change.draft.stays', { number: before.number })}
        </p>
      )}
      <OfferDifferences before={before.content} after={after.content} origins={origins} />
    </Card>
  )
}

type OfferDifferencesProps = {
  before: Offer
  after: Offer
  /** For each milestone of the later content its position in the other; null for a new one. */
  origins?: readonly (number | null)[] | undefined
}

/** Lists what is different between two contents, each with how it was and how it is. */
export function OfferDifferences({ before, after, origins }: OfferDifferencesProps) {
  const t = useTranslations('commissions')
  const changes = diffOffers(before, after, origins)
  const { price, scope, rights, reviewRounds, reviewWindowDays } = changes
  const sum = (amount: number, content: Offer) => <Amount money={{ amount, currency: content.currency }} />
  return (
    <dl className={styles.changes}>
      {price && (
        <BeforeAfter label={t('fees.price')} before={sum(price.before, before)} after={sum(price.after, after)} />
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
  )
}

type MilestoneDiffRowProps = { change: MilestoneDiff; before: Offer; after: Offer }

function MilestoneDiffRow({ change, before, after }: MilestoneDiffRowProps) {
  const t = useTranslations('commissions')
  const limitsText = useLimitsText()
  const format = useFormat()
  const { number } = change
  if (change.kind === 'removed') {
    const terms = change.before
    return (
      <div className={styles.wide}>
        <dt>{t('change.removed', { number })}</dt>
        <dd>
          <del>{terms.title}</del> · <Amount money={{ amount: terms.amount, currency: before.currency }} />
        </dd>
      </div>
    )
  }
  if (change.kind === 'added') {
    const terms = change.after
    const limits = limitsText(terms.limits)
    return (
      <div className={styles.wide}>
        <dt>{t('change.added', { number })}</dt>
        <dd>
          <ins>{terms.title}</ins> · <Amount money={{ amount: terms.amount, currency: after.currency }} /> ·{' '}
          <TextWithTime text={t('offer.due.on')} at={terms.dueAt} show="day" />
          {terms.reviewRounds !== undefined && (
            <>
              {' '}
              · {t('offer.rounds')}: {terms.reviewRounds}
            </>
          )}
        </dd>
        {terms.description && (
          <dd className={styles.prose} dir="auto">
            {terms.description}
          </dd>
        )}
        {limits.length > 0 && <dd>{format.list(limits)}</dd>}
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
            before={<Amount money={{ amount: was.amount, currency: before.currency }} />}
            after={<Amount money={{ amount: is.amount, currency: after.currency }} />}
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
      case 'reviewRounds':
        return (
          <BeforeAfter
            key={field}
            label={label(t('offer.rounds'))}
            before={was.reviewRounds ?? before.reviewRounds}
            after={is.reviewRounds ?? after.reviewRounds}
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
