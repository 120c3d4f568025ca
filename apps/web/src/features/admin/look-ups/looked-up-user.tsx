import { lookUpUser } from '@veranda/contract/admin/look-ups/routes.ts'
import { type LookedUpUser } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type ReactNode } from 'react'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { lookUpPath } from '../admin-paths.ts'
import { CaseSkeleton, LookUpMissing } from '../case-states.tsx'
import { rowsAttribute } from '../use-admin-keys.ts'
import { BalancesCard } from './balances-card.tsx'
import { Facts } from './facts.tsx'
import { SuspensionActions, SuspensionBanner } from './suspension.tsx'

/** Shows what support and money need of a user. */
export function LookedUpUserPage({ id }: { id: string }) {
  const query = useRead(lookUpUser, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<LookUpMissing />}>
      {(found) => <UserView found={found} />}
    </QueryBoundary>
  )
}

function UserView({ found }: { found: LookedUpUser }) {
  const t = useTranslations('admin')
  const { user, email, work } = found
  return (
    <Page title={user.name} lead={email ?? t('look-up.no-email')} actions={<SuspensionActions found={found} />}>
      <Stack gap={5}>
        {found.suspension && <SuspensionBanner suspension={found.suspension} />}
        <UserFacts found={found} />
        {work && <BalancesCard balances={work.balances} />}
        {work && <Projects projects={work.projects} />}
        {work && <Bookings bookings={work.bookings} />}
      </Stack>
    </Page>
  )
}

function UserFacts({ found }: { found: LookedUpUser }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const { user, handle, role, adminRoles, closedAt, deletionAt, lastSignInAt } = found
  // With the year, which may be another one.
  const moment = (at: string | null) => (at === null ? null : <time dateTime={at}>{format.full(at)}</time>)
  return (
    <Facts
      facts={[
        [t('look-up.role'), t(`role.${role}`)],
        [
          t('look-up.admin-roles'),
          adminRoles.length === 0 ? null : adminRoles.map((one) => t(`role.${one}`)).join(' · '),
        ],
        [
          t('look-up.handle'),
          handle === null ? null : (
            <Anchor key="handle" href={`/explore/${handle}`}>
              <bdi>{`@${handle}`}</bdi>
            </Anchor>
          ),
        ],
        [
          t('report.page'),
          closedAt === null && role === 'creator' ? (
            <Anchor key="page" href={`/talent/${user.id}`}>
              {t('look-up.page')}
            </Anchor>
          ) : null,
        ],
        [t('ticket.language'), format.languageName(found.language)],
        [t('look-up.time-zone'), <bdi key="zone">{found.timeZone}</bdi>],
        [t('look-up.joined'), moment(found.createdAt)],
        [t('look-up.last-sign-in'), moment(lastSignInAt)],
        [t('look-up.devices'), format.number(found.deviceCount)],
        [t('look-up.second-step'), t(found.hasSecondFactor ? 'look-up.on' : 'look-up.off')],
        [t('look-up.deletion'), moment(deletionAt)],
        [t('look-up.closed'), moment(closedAt)],
      ]}
    />
  )
}

type Work = NonNullable<LookedUpUser['work']>

function Projects({ projects }: { projects: Work['projects'] }) {
  const t = useTranslations('admin')
  const tCommissions = useTranslations('commissions')
  return (
    <WorkCard title={t('look-up.projects')} none={t('look-up.projects.none')} isEmpty={projects.length === 0}>
      {projects.map(({ id, title, side, state, at }) => (
        <Row
          key={id}
          href={lookUpPath('project', id)}
          title={<bdi dir="auto">{title}</bdi>}
          detail={t(`role.${side}`)}
          end={
            <span className={styles.end}>
              <Chip>{tCommissions(`state.${state}`)}</Chip>
              <Timestamp at={at} />
            </span>
          }
        />
      ))}
    </WorkCard>
  )
}

function Bookings({ bookings }: { bookings: Work['bookings'] }) {
  const t = useTranslations('admin')
  const tBookings = useTranslations('bookings')
  return (
    <WorkCard title={t('look-up.bookings')} none={t('look-up.bookings.none')} isEmpty={bookings.length === 0}>
      {bookings.map(({ id, title, side, state, at }) => (
        <Row
          key={id}
          href={lookUpPath('booking', id)}
          title={<bdi dir="auto">{title}</bdi>}
          detail={t(`role.${side}`)}
          end={
            <span className={styles.end}>
              <Chip>{tBookings(`state.${state}`)}</Chip>
              <Timestamp at={at} show="moment" />
            </span>
          }
        />
      ))}
    </WorkCard>
  )
}

/** Lists the latest projects or bookings as rows that j and k move through. */
function WorkCard(props: { title: string; none: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Card title={props.title}>
      {props.isEmpty ? (
        <EmptyState icon="search" title={props.none} />
      ) : (
        <div {...rowsAttribute}>
          <Rows label={props.title}>{props.children}</Rows>
        </div>
      )}
    </Card>
  )
}
