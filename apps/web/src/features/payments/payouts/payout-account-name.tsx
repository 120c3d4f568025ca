import { type PayoutAccountReply } from '@veranda/contract/payments/schemas.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Names a payout account by its holder, country and last digits. */
export function PayoutAccountName({ account }: { account: NonNullable<PayoutAccountReply['account']> }) {
  const t = useTranslations('payments')
  if (account.kind === 'test') return t('account.test', { last4: account.last4 })
  const { holder, country, last4 } = account
  return <bdi>{t('account.bank', { holder, country, last4 })}</bdi>
}
