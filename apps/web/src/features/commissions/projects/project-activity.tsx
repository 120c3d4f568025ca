import { listActivity } from '@veranda/contract/commissions/routes.ts'
import { type Activity } from '@veranda/contract/commissions/projects/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { LoadMoreButton } from '../../../components/load-more-button.tsx'
import { QueryError } from '../../../components/query-boundary.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import styles from './project-activity.module.css'
import { projectUrl } from '../project-url.ts'

/** Renders the activity of a project by day, newest first. */
export function ProjectActivity({ projectId }: { projectId: string }) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const list = useList(listActivity, { params: { id: projectId }, query: { limit: 30 } })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <QueryError problem={list.problem} retry={list.retry} />
      </Card>
    )
  }
  if (list.isPending) {
    return (
      <Card>
        <SkeletonRows count={6} label={t('activity.loading')} />
      </Card>
    )
  }
  if (list.items.length === 0) {
    return (
      <Card>
        <EmptyState compact icon="clock" title={t('activity.empty')} text={t('activity.empty.text')} />
      </Card>
    )
  }
  return (
    <Stack>
      <Card padded>
        <Stack gap={5}>
          {groupByDay(list.items, ({ at }) => format.day(at)).map(({ day, entries }) => (
            <section key={entries[0]?.id} aria-label={day}>
              <h2 className={styles.day}>{day}</h2>
              <ol className={styles.feed}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} projectId={projectId} />
                ))}
              </ol>
            </section>
          ))}
        </Stack>
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}

/** Groups entries, which are in order of time, by the day that they are shown under. */
function groupByDay(entries: readonly Activity[], dayOf: (entry: Activity) => string) {
  const days: { day: string; entries: Activity[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function Entry({ entry, projectId }: { entry: Activity; projectId: string }) {
  const a = useTranslations('commissions/activity')
  // The server sends a key of this catalogue; an unknown newer key is shown as it is.
  const text = a(entry.name as MessageKey<'commissions/activity'>, entry.params)
  return (
    <li className={styles.entry}>
      <span className={styles.mark}>
        {entry.by ? <Avatar size="tiny" name={entry.by.name} src={entry.by.avatar} /> : <Icon name="clock" size={16} />}
      </span>
      <span className={styles.text}>
        {entry.by && (
          <>
            <bdi className={styles.who}>{entry.by.name}</bdi>
            {' · '}
          </>
        )}
        {entry.milestoneId ? (
          <Link kind="quiet" href={projectUrl(projectId, 'milestones', { milestone: entry.milestoneId })}>
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
      <span className={styles.when}>
        <Timestamp at={entry.at} show="time" />
      </span>
    </li>
  )
}
