import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type AcceptanceLimits } from '@veranda/contract/assets/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { VersionTag } from '../version-tag.tsx'
import { namedAfter } from './offer-history.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import limitStyles from '../deliverables/limits.module.css'
import { useLimitsText } from '../deliverables/use-limits-text.ts'
import styles from './offer-details.module.css'
import { signedChangeOf } from './offer-diff.ts'
import { ReviewTimes } from './review-times.tsx'

/** Renders one exact offer version as the contract it may become. */
export function OfferDetails({ offer, commission }: { offer: OfferVersion; commission: Commission }) {
  const t = useTranslations('commissions')
  const { content, fees } = offer
  const viewerAmount = (index: number) => {
    const amounts = fees.milestones[index]
    return commission.viewerRole === 'creator' ? amounts?.creatorReceives : amounts?.clientPays
  }
  return (
    <Card
      title={<VersionTag number={offer.number} hash={offer.hash} of={namedAfter(commission)} />}
      aside={<OfferOrigin offer={offer} commission={commission} />}
      padded
    >
      <Stack gap={5}>
        {offer.reason && (
          <blockquote className={styles.reason} dir="auto">
            {offer.reason}
          </blockquote>
        )}
        <div>
          <h3>{t('offer.scope')}</h3>
          <p className={styles.prose} dir="auto">
            {content.scope}
          </p>
        </div>
        <div>
          <h3>{t('offer.milestones')}</h3>
          <ol className={styles.milestones}>
            {content.milestones.map((terms, index) => (
              <li key={index} className={styles.milestone}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <div className={styles.what}>
                  <strong>{terms.title}</strong>
                  {terms.description && (
                    <p className={styles.quiet} dir="auto">
                      {terms.description}
                    </p>
                  )}
                  <p className={styles.quiet}>
                    <TextWithTime text={t('offer.due.on')} at={terms.dueAt} show="day" />
                  </p>
                  {terms.reviewRounds !== undefined && (
                    <p className={styles.quiet}>
                      {t('offer.rounds')}: {terms.reviewRounds}
                    </p>
                  )}
                  <AgreedLimits limits={terms.limits} />
                </div>
                <div className={styles.sum}>
                  <Amount money={{ amount: terms.amount, currency: content.currency }} caption={t('sum.price')} />
                  <ViewerAmount money={viewerAmount(index)} viewerRole={commission.viewerRole} />
                </div>
              </li>
            ))}
          </ol>
        </div>
        <dl className={styles.terms}>
          <div>
            <dt>{t('offer.rights')}</dt>
            <dd>{t(`rights.${content.rights}`)}</dd>
          </div>
          <div>
            <dt>{t('offer.rounds')}</dt>
            <dd>{t('offer.rounds.value', { count: content.reviewRounds })}</dd>
          </div>
          <div>
            <dt>{t('offer.window')}</dt>
            <dd>{t('offer.window.value', { count: content.reviewWindowDays })}</dd>
          </div>
        </dl>
        <ReviewTimes terms={content} commission={commission} />
      </Stack>
    </Card>
  )
}

function AgreedLimits({ limits }: { limits: AcceptanceLimits | null | undefined }) {
  const t = useTranslations('commissions')
  const texts = useLimitsText()(limits)
  if (texts.length === 0) return null
  return (
    <ul className={limitStyles.agreed} aria-label={t('limits.title')}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function ViewerAmount({
  money,
  viewerRole,
}: {
  money: OfferVersion['fees']['price'] | undefined
  viewerRole: Commission['viewerRole']
}) {
  const t = useTranslations('commissions')
  if (!money) return null
  return (
    <span className={styles.quiet}>
      {viewerRole === 'creator' ? t('fees.you-receive') : t('fees.you-pay')} <Amount money={money} />
    </span>
  )
}

function OfferOrigin({ offer, commission }: { offer: OfferVersion; commission: Commission }) {
  const t = useTranslations('commissions')
  const isChange = signedChangeOf(commission, offer) !== undefined
  return (
    <>
      <bdi>{t(`offer.by.${isChange ? 'change' : offer.by}`, { name: offer.author.name })}</bdi> ·{' '}
      <Timestamp at={offer.createdAt} />
    </>
  )
}
