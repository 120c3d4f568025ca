import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { returnPart } from '@veranda/core/commissions/milestones/refund-released.ts'
import { takeFromCreator } from '@veranda/core/ledger/transaction-builders.ts'
import { readBalances } from '@veranda/contract/payments/routes.ts'
import { allocatePart, type PriceShare } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './refunds.module.css'

type RefundPreviewProps = {
  milestone: Milestone
  /** The part of the price that goes back, in minor units; not more than is in escrow. */
  amount: number
  viewerRole: 'client' | 'creator'
  /** The name of the other side. */
  name: string
}

/** Shows to the cent what a refund is for each side, and what stays protected; the server computes it with the same function. */
export function RefundPreview({ milestone, amount, viewerRole, name }: RefundPreviewProps) {
  const t = useTranslations('commissions/refunds')
  const format = useFormat()
  const { currency } = milestone.price
  const { part, allocation } = allocatePart(
    { ...toShare(milestone.agreed), allocated: toShare(milestone.allocated) },
    minor(amount),
  )
  const money = (value: number) => ({ amount: value, currency })
  return (
    <div className={styles.preview}>
      <dl>
        <div>
          <dt>
            {viewerRole === 'client' ? t('you-get') : t('client-gets', { name })}
            <small>
              {t('client-gets.detail', {
                price: format.money(money(part.amount)),
                fee: format.money(money(part.clientFee)),
              })}
            </small>
          </dt>
          <dd>
            <Amount money={money(part.amount + part.clientFee)} />
          </dd>
        </div>
        <div>
          <dt>
            {viewerRole === 'client' ? t('creator-loses', { name }) : t('you-lose')}
            <small>
              {t('you-lose.detail', {
                price: format.money(money(part.amount)),
                fee: format.money(money(part.creatorFee)),
              })}
            </small>
          </dt>
          <dd>
            <Amount money={money(part.amount - part.creatorFee)} />
          </dd>
        </div>
        <div>
          <dt>{t('remaining')}</dt>
          <dd>
            <Amount money={money(milestone.agreed.price - allocation.allocated.price)} />
          </dd>
        </div>
      </dl>
      <p>{t('when')}</p>
    </div>
  )
}

type ReturnPreviewProps = {
  milestone: Milestone
  returned: NonNullable<Milestone['returned']>
  /** The part of the price that goes back, in minor units; not more than was released and not given back. */
  amount: number
  client: string
}

/** Shows to the cent what giving money back after the release is for each side, and which balances pay it. */
export function ReturnPreview({ milestone, returned, amount, client }: ReturnPreviewProps) {
  const t = useTranslations('commissions/refunds')
  const format = useFormat()
  const { currency } = milestone.price
  const balances = useRead(readBalances, {}, { staleTimeMs: 0 }).data
  const part = returnPart({ released: toShare(returned.released), returned: toShare(returned.returned) }, minor(amount))
  const money = (value: number) => ({ amount: value, currency })
  const available = balances?.items.find((one) => one.key === 'creator.available' && one.amount.currency === currency)
  const pending = milestone.money?.place === 'pending' ? milestone.money.amount.amount : 0
  const taken =
    balances &&
    takeFromCreator(
      { pending: minor(pending), available: minor(available?.amount.amount ?? 0) },
      minor(part.amount - part.creatorFee),
    )
  return (
    <div className={styles.preview}>
      <dl>
        <div>
          <dt>
            {t('client-gets', { name: client })}
            <small>
              {t('client-gets.detail', {
                price: format.money(money(part.amount)),
                fee: format.money(money(part.clientFee)),
              })}
            </small>
          </dt>
          <dd>
            <Amount money={money(part.amount + part.clientFee)} />
          </dd>
        </div>
        <div>
          <dt>
            {t('you-lose')}
            <small>
              {t('you-lose.detail', {
                price: format.money(money(part.amount)),
                fee: format.money(money(part.creatorFee)),
              })}
            </small>
          </dt>
          <dd>
            <Amount money={money(part.amount - part.creatorFee)} />
          </dd>
        </div>
        {taken &&
          (['pending', 'available', 'receivable'] as const).map((from) =>
            taken[from] === 0 ? null : (
              <div key={from}>
                <dt>{t(`taken.${from}`)}</dt>
                <dd>
                  <Amount money={money(taken[from])} />
                </dd>
              </div>
            ),
          )}
      </dl>
      <p>{t('when')}</p>
    </div>
  )
}

function toShare({ price, clientFee, creatorFee }: Milestone['agreed']): PriceShare {
  return { price: minor(price), clientFee: minor(clientFee), creatorFee: minor(creatorFee) }
}
