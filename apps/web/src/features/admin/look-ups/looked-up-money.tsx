import { lookUpBooking, lookUpMilestone } from '@veranda/contract/admin/look-ups/routes.ts'
import { type LookedUpMoney } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { casePath, lookUpPath } from '../admin-paths.ts'
import { CaseEntries } from '../cases/case-entries.tsx'
import { CaseSkeleton, LookUpMissing } from '../case-states.tsx'
import { rowsAttribute } from '../use-admin-keys.ts'
import { UserLink } from '../user-link.tsx'
import { BalancesCard } from './balances-card.tsx'
import { Facts } from './facts.tsx'

type LookedUpMoneyPageProps = { kind: LookedUpMoney['kind']; id: string }

/** Shows a milestone or booking with its charges, cases and every ledger entry. */
export function LookedUpMoneyPage({ kind, id }: LookedUpMoneyPageProps) {
  const route = kind === 'milestone' ? lookUpMilestone : lookUpBooking
  const query = useRead(route, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<LookUpMissing />}>
      {(found) => <MoneyView found={found} />}
    </QueryBoundary>
  )
}

function MoneyView({ found }: { found: LookedUpMoney }) {
  const t = useTranslations('admin')
  const stateText = useStateText()
  const { kind, title, client, creator, project, at, price, balances, entries } = found
  return (
    <Page title={title} lead={stateText(found)}>
      <Stack gap={5}>
        <Facts
          facts={[
            [t('role.client'), <UserLink key="client" user={client} />],
            [t('role.creator'), <UserLink key="creator" user={creator} />],
            [
              t('link.project'),
              project && (
                <Anchor key="project" href={lookUpPath('project', project.id)}>
                  <bdi>{project.title}</bdi>
                </Anchor>
              ),
            ],
            [t(kind === 'milestone' ? 'look-up.due' : 'look-up.starts'), <Timestamp key="at" at={at} show="moment" />],
            [t('look-up.price'), price ? <Amount key="price" money={price} /> : t('look-up.free')],
            [
              t('link.booking'),
              kind === 'booking' ? (
                <Anchor key="page" href={`/booking/confirm/${found.id}`}>
                  {t('look-up.page')}
                </Anchor>
              ) : null,
            ],
          ]}
        />
        <Cases cases={found.cases} />
        <Charges charges={found.charges} />
        <BalancesCard balances={balances} />
        {price && entries.length > 0 && <CaseEntries entries={entries} currency={price.currency} />}
      </Stack>
    </Page>
  )
}

/** Returns a function that names the state of a milestone or booking as its own pages do. */
function useStateText(): (found: LookedUpMoney) => string {
  const tCommissions = useTranslations('commissions')
  const tBookings = useTranslations('bookings')
  // The state is one of the kind; the lists of them would be loaded for this alone.
  return ({ kind, state }) =>
    kind === 'milestone'
      ? tCommissions(`milestone.${state}` as 'milestone.draft')
      : tBookings(`state.${state}` as 'state.reserved')
}

function Cases({ cases }: { cases: LookedUpMoney['cases'] }) {
  const t = useTranslations('admin')
  if (cases.length === 0) return null
  return (
    <Card title={t('look-up.cases')}>
      <div {...rowsAttribute}>
        <Rows label={t('look-up.cases')}>
          {cases.map(({ queue, id, state, money }) => (
            <Row
              key={id}
              href={casePath(queue, id)}
              title={t(`section.${queue}`)}
              detail={<bdi>{state}</bdi>}
              end={<Amount money={money} />}
            />
          ))}
        </Rows>
      </div>
    </Card>
  )
}

function Charges({ charges }: { charges: LookedUpMoney['charges'] }) {
  const t = useTranslations('admin')
  if (charges.length === 0) return null
  return (
    <Card title={t('look-up.charges')}>
      <Rows label={t('look-up.charges')}>
        {charges.map(({ id, state, money, methodLast4, at }) => (
          <Row
            key={id}
            title={<bdi>{state}</bdi>}
            detail={methodLast4 === null ? undefined : t('look-up.card', { last4: methodLast4 })}
            end={
              <span className={styles.end}>
                <Amount money={money} />
                <Timestamp at={at} show="moment" />
              </span>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
