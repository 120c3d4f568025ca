import { type LookedUpMoney } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { accountPath } from '../admin-paths.ts'
import { rowsAttribute } from '../use-admin-keys.ts'

/** Lists the balances of ledger accounts, each of which opens the entries that it is the sum of. */
export function BalancesCard({ balances }: { balances: LookedUpMoney['balances'] }) {
  const t = useTranslations('admin')
  return (
    <Card title={t('look-up.balances')}>
      {balances.length === 0 ? (
        <EmptyState icon="wallet" title={t('look-up.balances.none')} />
      ) : (
        <div {...rowsAttribute}>
          <Rows label={t('look-up.balances')}>
            {balances.map(({ account, money }) => (
              <Row
                key={`${account} ${money.currency}`}
                href={accountPath(account, money.currency)}
                title={<bdi>{account.split(':', 1)[0]}</bdi>}
                end={<Amount money={money} />}
              />
            ))}
          </Rows>
        </div>
      )}
    </Card>
  )
}
