import { type OfferContent, type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { When } from '../../parts/when.tsx'
import { countChanges, type MilestoneChange, offerChanges } from './offer-changes.ts'
import { useLimitsText } from './limits-text.ts'
import styles from './offer-difference.module.css'
import { textChanges } from './text-changes.ts'

/** What a version says otherwise than the one before it. */
export function OfferDifference({ before, after }: { before: OfferVersion; after: OfferVersion }) {
  const t = useWords('projects')
  const changes = offerChanges(before.content, after.content)
  const count = countChanges(changes)
  const { price, scope, rights, reviewRounds, reviewWindowDays } = changes
  const sum = (amount: number, content: OfferContent) => <Amount money={{ amount, currency: content.currency }} />
  return (
    <Card title={t('change.title', { number: before.number })} aside={t('change.count', { count })} padded>
      <dl className={styles.changes}>
        {price && (
          <Pair
            label={t('fees.price')}
            before={sum(price.before, before.content)}
            after={sum(price.after, after.content)}
          />
        )}
        {changes.milestones.map((change) => (
          <MilestoneDifference key={`${change.kind}${change.number}`} change={change} before={before} after={after} />
        ))}
        {rights && (
          <Pair label={t('offer.rights')} before={t(`rights.${rights.before}`)} after={t(`rights.${rights.after}`)} />
        )}
        {reviewRounds && <Pair label={t('offer.rounds')} before={reviewRounds.before} after={reviewRounds.after} />}
        {reviewWindowDays && (
          <Pair
            label={t('offer.window')}
            before={t('offer.window.value', { count: reviewWindowDays.before })}
            after={t('offer.window.value', { count: reviewWindowDays.after })}
          />
        )}
        {scope && (
          <div className={styles.wide}>
            <dt>{t('offer.scope')}</dt>
            <dd className={styles.prose} dir="auto">
              <TextDifference {...scope} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

type MilestoneDifferenceProps = { change: MilestoneChange; before: OfferVersion; after: OfferVersion }

function MilestoneDifference({ change, before, after }: MilestoneDifferenceProps) {
  const t = useWords('projects')
  const limitsText = useLimitsText()
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
        return <Pair key={field} label={label(t('offer.title'))} before={was.title} after={is.title} />
      case 'amount':
        return (
          <Pair
            key={field}
            label={label(t('offer.amount'))}
            before={<Amount money={{ amount: was.amount, currency: before.content.currency }} />}
            after={<Amount money={{ amount: is.amount, currency: after.content.currency }} />}
          />
        )
      case 'dueAt':
        return (
          <Pair
            key={field}
            label={label(t('offer.due'))}
            before={<When at={was.dueAt} show="day" />}
            after={<When at={is.dueAt} show="day" />}
          />
        )
      case 'limits':
        return (
          <Pair
            key={field}
            label={label(t('limits.title'))}
            before={limitsText(was.limits).join('; ') || t('limits.none')}
            after={limitsText(is.limits).join('; ') || t('limits.none')}
          />
        )
      case 'description':
        return (
          <div key={field} className={styles.wide}>
            <dt>{label(t('offer.description'))}</dt>
            <dd className={styles.prose} dir="auto">
              <TextDifference before={was.description} after={is.description} />
            </dd>
          </div>
        )
    }
  })
}

function Pair({ label, before, after }: { label: string; before: ReactNode; after: ReactNode }) {
  const t = useWords('projects')
  return (
    <div className={styles.pair}>
      <dt>{label}</dt>
      <dd>
        <VisuallyHidden>{t('change.from')} </VisuallyHidden>
        <del>{before}</del>
        <Icon name="arrow-end" size={14} />
        <VisuallyHidden>{t('change.to')} </VisuallyHidden>
        <ins>{after}</ins>
      </dd>
    </div>
  )
}

function TextDifference({ before, after }: { before: string; after: string }) {
  return textChanges(before, after).map(({ kind, text }, index) => {
    if (kind === 'added') return <ins key={index}>{text}</ins>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return <span key={index}>{text}</span>
  })
}
