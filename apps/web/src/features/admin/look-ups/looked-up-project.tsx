import { lookUpProject } from '@veranda/contract/admin/look-ups/routes.ts'
import { type LookedUpProject } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Amount } from '../../../components/money/amount.tsx'
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
import { UserLink } from '../user-link.tsx'
import { Facts } from './facts.tsx'

/** Shows who is in a project, and its milestones and bookings, whose amounts open. */
export function LookedUpProjectPage({ id }: { id: string }) {
  const query = useRead(lookUpProject, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<LookUpMissing />}>
      {(project) => <ProjectView project={project} />}
    </QueryBoundary>
  )
}

function ProjectView({ project }: { project: LookedUpProject }) {
  const t = useTranslations('admin')
  const tCommissions = useTranslations('commissions')
  const tBookings = useTranslations('bookings')
  const { members, milestones, bookings } = project
  const membersOf = (role: LookedUpProject['members'][number]['role']) => {
    const found = members.filter((member) => member.role === role)
    return found.length === 0 ? null : (
      <span className={styles.names}>
        {found.map(({ user }) => (
          <UserLink key={user.id} user={user} />
        ))}
      </span>
    )
  }
  return (
    <Page title={project.title} lead={tCommissions(`state.${project.state}`)}>
      <Stack gap={5}>
        <Facts
          facts={[
            [t('role.client'), membersOf('client')],
            [t('role.creator'), membersOf('creator')],
            [t('look-up.invited'), membersOf('invited')],
            [t('look-up.created'), <Timestamp key="created" at={project.createdAt} show="moment" />],
            [t('look-up.changed'), <Timestamp key="changed" at={project.updatedAt} show="moment" />],
          ]}
        />
        <Card title={t('look-up.milestones')}>
          {milestones.length === 0 ? (
            <EmptyState icon="wallet" title={t('look-up.milestones.none')} />
          ) : (
            <div {...rowsAttribute}>
              <Rows label={t('look-up.milestones')}>
                {milestones.map((milestone) => (
                  <MilestoneRow key={milestone.id} milestone={milestone} />
                ))}
              </Rows>
            </div>
          )}
        </Card>
        {bookings.length > 0 && (
          <Card title={t('look-up.bookings')}>
            <div {...rowsAttribute}>
              <Rows label={t('look-up.bookings')}>
                {bookings.map(({ id, title, state, startsAt }) => (
                  <Row
                    key={id}
                    href={lookUpPath('booking', id)}
                    title={<bdi dir="auto">{title}</bdi>}
                    detail={<Timestamp at={startsAt} show="moment" />}
                    end={<Chip>{tBookings(`state.${state}`)}</Chip>}
                  />
                ))}
              </Rows>
            </div>
          </Card>
        )}
      </Stack>
    </Page>
  )
}

function MilestoneRow({ milestone }: { milestone: LookedUpProject['milestones'][number] }) {
  const t = useTranslations('admin')
  const tCommissions = useTranslations('commissions')
  const format = useFormat()
  const { id, title, creator, state, price, held } = milestone
  return (
    <Row
      href={lookUpPath('milestone', id)}
      title={<bdi dir="auto">{title}</bdi>}
      detail={
        <>
          <bdi>{creator.name}</bdi>
          {held.amount > 0 && <> · {t('look-up.held', { amount: format.money(held) })}</>}
        </>
      }
      end={
        <span className={styles.end}>
          <Amount money={price} />
          <Chip>{tCommissions(`milestone.${state}`)}</Chip>
        </span>
      }
    />
  )
}
