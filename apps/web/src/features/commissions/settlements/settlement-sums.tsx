import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { day } from '@veranda/core/time/instant.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ShownLine } from './settlement-form.ts'
import styles from './settlements.module.css'

type SettlementSumsProps = {
  commission: Commission
  lines: readonly ShownLine[]
  /** The lines of the proposal that this one counters. */
  former?: readonly ShownLine[]
  /** Says when the money moves, and what becomes of files and rights. */
  explained?: boolean
}

/** Shows to the cent what a settlement is for each side, for each milestone and together. */
export function SettlementSums({ commission, lines, former, explained = false }: SettlementSumsProps) {
  const t = useTranslations('commissions/settlements')
  const creator = commission.creator.name
  const hasShares = lines.some(({ kind }) => kind === 'shares')
  return (
    <div className={styles.sums}>
      {lines.map((line) => (
        <Line
          key={line.milestoneId}
          commission={commission}
          line={line}
          former={former?.find(({ milestoneId }) => milestoneId === line.milestoneId)}
        />
      ))}
      {lines.filter(({ kind }) => kind === 'shares').length > 1 && <Totals commission={commission} lines={lines} />}
      {explained && hasShares && (
        <>
          <p>{t('when', { count: currentRates.payoutDelayMs / day })}</p>
          <p>{t('rights', { name: creator })}</p>
        </>
      )}
    </div>
  )
}

type LineProps = { commission: Commission; line: ShownLine; former: ShownLine | undefined }

function Line({ commission, line, former }: LineProps) {
  const t = useTranslations('commissions/settlements')
  const format = useFormat()
  const milestone = commission.milestones.find(({ id }) => id === line.milestoneId)
  if (!milestone) return null
  const { currency } = milestone.price
  const money = (amount: number) => format.money({ amount, currency })
  const before = former?.kind === 'shares' ? former : undefined
  return (
    <section>
      <h3>
        <bdi>{milestone.title}</bdi>
      </h3>
      {line.kind === 'cancel' ? (
        <p>{t('line.cancelled')}</p>
      ) : (
        <dl>
          <Sum
            label={t(commission.viewerRole === 'creator' ? 'you-receive' : 'creator-receives', {
              name: commission.creator.name,
            })}
            detail={t('creator-receives.detail', {
              price: money(line.released.price),
              fee: money(line.released.price - line.released.creator),
            })}
            amount={line.released.creator}
            former={before?.released.creator}
            currency={currency}
          />
          <Sum
            label={t(commission.viewerRole === 'client' ? 'you-get-back' : 'client-gets-back', {
              name: commission.client.name,
            })}
            detail={t('client-gets-back.detail', {
              price: money(line.refunded.price),
              fee: money(line.refunded.client - line.refunded.price),
            })}
            amount={line.refunded.client}
            former={before?.refunded.client}
            currency={currency}
          />
          {line.remaining > 0 && <Sum label={t('remaining')} amount={line.remaining} currency={currency} />}
        </dl>
      )}
    </section>
  )
}

type SumProps = { label: string; detail?: string; amount: number; former?: number | undefined; currency: string }

function Sum({ label, detail, amount, former, currency }: SumProps) {
  const t = useTranslations('commissions/settlements')
  const format = useFormat()
  return (
    <div>
      <dt>
        {label}
        {detail !== undefined && amount > 0 && <small>{detail}</small>}
        {former !== undefined && former !== amount && (
          <small className={styles.former}>{t('former', { sum: format.money({ amount: former, currency }) })}</small>
        )}
      </dt>
      <dd>
        <Amount money={{ amount, currency }} />
      </dd>
    </div>
  )
}

function Totals({ commission, lines }: { commission: Commission; lines: readonly ShownLine[] }) {
  const t = useTranslations('commissions/settlements')
  const currency = commission.milestones[0]?.price.currency ?? ''
  const shares = lines.filter((line) => line.kind === 'shares')
  const isCreator = commission.viewerRole === 'creator'
  return (
    <section className={styles.totals}>
      <h3>{t('together')}</h3>
      <dl>
        <Sum
          label={t(isCreator ? 'you-receive' : 'creator-receives', { name: commission.creator.name })}
          amount={shares.reduce((sum, { released }) => sum + released.creator, 0)}
          currency={currency}
        />
        <Sum
          label={t(isCreator ? 'client-gets-back' : 'you-get-back', { name: commission.client.name })}
          amount={shares.reduce((sum, { refunded }) => sum + refunded.client, 0)}
          currency={currency}
        />
      </dl>
    </section>
  )
}
