import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { type Column, Table } from '@veranda/ui/table.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { projectAddress } from './project-address.ts'
import styles from './project.module.css'

/** Where the money of each milestone stands, in the reader's own numbers. */
export function MilestoneMoney({ commission }: { commission: Commission }) {
  const t = useWords('projects')
  const mine = commission.part === 'creator' ? 'creatorReceives' : 'clientPays'
  const columns: Column<Milestone>[] = [
    {
      id: 'milestone',
      title: t('money.milestone'),
      render: (row) => (
        <Link href={projectAddress(commission.projectId, 'milestones', { milestone: row.id })}>{row.title}</Link>
      ),
    },
    { id: 'place', title: t('money.place'), render: (row) => <Place milestone={row} /> },
    { id: 'price', title: t('fees.price'), align: 'end', render: (row) => <Amount money={row.price} /> },
    {
      id: 'mine',
      title: commission.part === 'creator' ? t('fees.you-receive') : t('fees.you-pay'),
      align: 'end',
      render: (row) => <Amount money={row[mine]} />,
    },
    {
      id: 'receipt',
      title: t('money.receipt'),
      align: 'end',
      render: (row) =>
        row.state === 'released' ? <Link href={`/payment/receipts/${row.id}`}>{t('receipt.short')}</Link> : '–',
    },
  ]
  return (
    <Card title={t('money.title')}>
      <Table caption={t('money.title')} columns={columns} rows={commission.milestones} keyOf={({ id }) => id} />
    </Card>
  )
}

function Place({ milestone }: { milestone: Milestone }) {
  const t = useWords('projects')
  const place = milestone.money?.place ?? 'none'
  const movesAt = milestone.money?.movesAt
  return (
    <>
      {t(`place.${place}`)}
      {movesAt && (
        <span className={styles.small}>
          {' · '}
          <Rich
            text={t(place === 'pending' ? 'money.available-at' : 'money.moves-at')}
            parts={{ when: () => <When at={movesAt} show="date" /> }}
          />
        </span>
      )}
    </>
  )
}
