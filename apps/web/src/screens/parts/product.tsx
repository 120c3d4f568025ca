import { Card } from '@veranda/ui/card.tsx'
import { iconPaths, type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Grid, Line, Stack } from '@veranda/ui/layout.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Mark } from '../../parts/mark.tsx'
import { MoneyBar } from '../../parts/money-bar.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { Section } from '../../parts/section.tsx'
import { VersionTag } from '../../parts/version-tag.tsx'
import { When } from '../../parts/when.tsx'

const euro = (amount: number) => ({ amount, currency: 'EUR' })
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
const hash = '9f3c41d2b7a85e6c0f1d3a2b4c5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70'
const rows = [
  { id: '1', at: '2026-11-12T09:30:00Z', amount: 105_000 },
  { id: '2', at: '2026-11-18T16:02:00Z', amount: -30_000 },
]

export function ProductParts() {
  const t = useWords('dev')
  return (
    <Section title={t('product')}>
      <Grid>
        <Card padded>
          <Stack>
            <Line gap={6} wrap>
              <div>
                <Amount money={euro(265_000)} size="large" place={t('held')} />
              </div>
              <Amount money={{ amount: 120_000, currency: 'JPY' }} href="/payment" />
              <Amount money={{ amount: 12_345, currency: 'KWD' }} />
            </Line>
            <Line gap={5} wrap>
              <When at={soon} />
              <When at={soon} show="day" zone="Asia/Tokyo" />
              <When at={soon} show="moment" />
            </Line>
            <Line gap={5} wrap>
              <VersionTag number={2} hash={hash} />
              <PersonChip person={{ name: t('rail.agreed'), avatar: null }} detail={t('chip')} present />
              <PersonChip person={{ name: t('held'), avatar: null }} href="/talent/x" />
              <Mark size={32} />
            </Line>
          </Stack>
        </Card>
        <Card padded>
          <MoneyBar
            parts={[
              { id: 'released', label: t('released'), money: euro(150_000), tone: 'success' },
              { id: 'held', label: t('held'), money: euro(100_000), tone: 'primary', href: '/payment' },
              { id: 'open', label: t('open'), money: euro(70_000), tone: 'neutral' },
            ]}
          />
        </Card>
        <Card>
          <Table
            caption={t('table.caption')}
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { id: 'what', title: t('table.what'), render: () => t('held'), foot: t('table.total') },
              { id: 'when', title: t('table.when'), render: (row) => <When at={row.at} show="date" /> },
              {
                id: 'amount',
                title: t('table.amount'),
                align: 'end',
                render: (row) => <Amount money={euro(row.amount)} />,
                foot: <Amount money={euro(75_000)} />,
              },
            ]}
          />
        </Card>
      </Grid>
    </Section>
  )
}

export function Icons() {
  const t = useWords('dev')
  // The keys of the table itself.
  const names = Object.keys(iconPaths) as IconName[]
  return (
    <Section title={t('icons')}>
      <Card padded>
        <Line wrap gap={4}>
          {names.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} size={24} />
            </span>
          ))}
        </Line>
      </Card>
    </Section>
  )
}
