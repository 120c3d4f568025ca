import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { type AcceptanceLimits } from '@veranda/contract/works/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { VersionTag } from '../../parts/version-tag.tsx'
import { When } from '../../parts/when.tsx'
import limitStyles from './limits.module.css'
import { useLimitsText } from './limits-text.ts'
import styles from './offer-sheet.module.css'

/** One exact version of an offer, to be read as the contract it may become. */
export function OfferSheet({ offer, commission }: { offer: OfferVersion; commission: Commission }) {
  const t = useWords('projects')
  const { content, fees } = offer
  const mine = (index: number) => {
    const both = fees.milestones[index]
    return commission.part === 'creator' ? both?.creatorReceives : both?.clientPays
  }
  return (
    <Card title={<VersionTag number={offer.number} hash={offer.hash} />} aside={<OfferOrigin offer={offer} />} padded>
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
                    {t('offer.due')} <When at={terms.dueAt} show="day" />
                  </p>
                  <AgreedLimits limits={terms.limits} />
                </div>
                <div className={styles.sum}>
                  <Amount money={{ amount: terms.amount, currency: content.currency }} />
                  <MineOf money={mine(index)} part={commission.part} />
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
      </Stack>
    </Card>
  )
}

function AgreedLimits({ limits }: { limits: AcceptanceLimits | null | undefined }) {
  const t = useWords('projects')
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

function MineOf({ money, part }: { money: OfferVersion['fees']['price'] | undefined; part: Commission['part'] }) {
  const t = useWords('projects')
  if (!money || part === 'guest') return null
  return (
    <span className={styles.quiet}>
      {part === 'creator' ? t('fees.you-receive') : t('fees.you-pay')} <Amount money={money} />
    </span>
  )
}

function OfferOrigin({ offer }: { offer: OfferVersion }) {
  const t = useWords('projects')
  return (
    <>
      <bdi>{t(`offer.by.${offer.by}`, { name: offer.author.name })}</bdi> · <When at={offer.createdAt} />
    </>
  )
}
