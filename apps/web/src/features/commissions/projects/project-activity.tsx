import { listActivity } from '@veranda/contract/commissions/routes.ts'
import { type Activity } from '@veranda/contract/commissions/projects/schemas.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
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
                {joinRuns(entries).map((run) => (
                  <Run key={run[0].id} run={run} projectId={projectId} />
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

/** Entries that are shown as one line, latest first. */
type ActivityRun = readonly [Activity, ...Activity[]]

/** Acts that are often repeated and without weight of their own. Offers, approvals and money always have their line. */
const joinedNames: readonly string[] = [
  'deliverable.added',
  'pin.fix',
  'pin.decline',
  'pin.mark-gone',
  'pin.reopen',
] satisfies MessageName[]
/** The catalogue's keys without their plural suffix. */
type MessageName = MessageKey<'commissions/activity'>
const maxRunGapMs = 30 * minute

/** Joins neighbouring entries of one user who did the same to one milestone within a short time. */
function joinRuns(entries: readonly Activity[]): ActivityRun[] {
  const runs: [Activity, ...Activity[]][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && isSameAct(last, entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

function isSameAct(a: Activity, b: Activity): boolean {
  return (
    joinedNames.includes(a.name) &&
    a.name === b.name &&
    a.by?.id === b.by?.id &&
    a.milestoneId === b.milestoneId &&
    Date.parse(a.at) - Date.parse(b.at) <= maxRunGapMs
  )
}

/** Returns a function that tells a run of entries in one sentence, with amounts in their currency. */
function useActivityText() {
  const a = useTranslations('commissions/activity')
  const format = useFormat()
  return (run: ActivityRun): string => {
    const [{ name, by, params }] = run
    const { currency, amount, price, charged, creatorReceives, refunded, disputed, until, ...facts } = params
    const money = (value: string | number | undefined) =>
      typeof value === 'number' && typeof currency === 'string' ? format.money({ amount: value, currency }) : ''
    // A run is listed latest first, its numbers in order.
    const numbers = [...new Set(run.flatMap(({ params: { number } }) => number ?? []).toReversed())]
    return a(name as MessageName, {
      ...facts,
      name: by?.name ?? '',
      amount: money(amount),
      price: money(price),
      charged: money(charged),
      creatorReceives: money(creatorReceives),
      refunded: money(refunded),
      disputed: money(disputed),
      until: typeof until === 'string' ? format.weekday(until) : '',
      ...(joinedNames.includes(name) ? { count: numbers.length, numbers: format.list(numbers.map(String)) } : {}),
    })
  }
}

function Run({ run, projectId }: { run: ActivityRun; projectId: string }) {
  // The server sends a key of this catalogue; an unknown newer key is shown as it is.
  const text = useActivityText()(run)
  const [{ by, milestoneId, at }] = run
  return (
    <li className={styles.entry}>
      <span className={styles.mark}>
        {by ? <Avatar size="tiny" name={by.name} src={by.avatar} /> : <Icon name="clock" size={16} />}
      </span>
      <span className={styles.text} dir="auto">
        {milestoneId ? (
          <Link kind="quiet" href={projectUrl(projectId, 'milestones', { milestone: milestoneId })}>
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
      <span className={styles.when}>
        <Timestamp at={at} show="time" />
      </span>
    </li>
  )
}
