import { Card } from '@veranda/ui/card.tsx'
import { iconPaths, type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Grid, Inline, Stack } from '@veranda/ui/layout.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { Logo } from '../../components/page/logo.tsx'
import { UserChip } from '../../components/user-chip.tsx'
import { Section } from '../../components/page/section.tsx'
import { VersionTag } from '../../features/commissions/version-tag.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'

const euro = (amount: number) => ({ amount, currency: 'EUR' })
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
const hash = '9f3c41d2b7a85e6c0f1d3a2b4c5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70'
const rows = [
  { id: '1', at: '2026-11-12T09:30:00Z', amount: 105_000 },
  { id: '2', at: '2026-11-18T16:02:00Z', amount: -30_000 },
]

export function ProductComponents() {
  const t = useTranslations('gallery')
  return (
    <Section title={t('product')}>
      <Grid>
        <Card padded>
          <Stack>
            <Inline gap={6} wrap>
              <div>
                <Amount money={euro(265_000)} size="large" caption={t('held')} />
              </div>
              <Amount money={{ amount: 120_000, currency: 'JPY' }} href="/payment" />
              <Amount money={{ amount: 12_345, currency: 'KWD' }} />
            </Inline>
            <Inline gap={5} wrap>
              <Timestamp at={soon} />
              <Timestamp at={soon} show="day" zone="Asia/Tokyo" />
              <Timestamp at={soon} show="moment" />
            </Inline>
            <Inline gap={5} wrap>
              <VersionTag number={2} hash={hash} />
              <UserChip user={{ name: t('rail.agreed'), avatar: null }} detail={t('chip')} present />
              <UserChip user={{ name: t('held'), avatar: null }} href="/talent/x" />
              <Logo size={32} />
            </Inline>
          </Stack>
        </Card>
        <Card>
          <Table
            caption={t('table.caption')}
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { id: 'what', title: t('table.what'), render: () => t('held'), foot: t('table.total') },
              { id: 'when', title: t('table.when'), render: (row) => <Timestamp at={row.at} show="date" /> },
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

export function IconList() {
  const t = useTranslations('gallery')
  // The keys of iconPaths.
  const names = Object.keys(iconPaths) as IconName[]
  return (
    <Section title={t('icons')}>
      <Card padded>
        <Inline wrap gap={4}>
          {names.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} size={24} />
            </span>
          ))}
        </Inline>
      </Card>
    </Section>
  )
}
